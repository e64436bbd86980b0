; A line break within a form goes on one step further in, and a closing bracket alone stands below its opener.
[
  (module)
  (interface)
  (defun)
  (defcap)
  (defconst)
  (defschema)
  (deftable)
  (defpact)
  (step)
  (step_with_rollback)
  (lambda)
  (let)
  (list)
  (array)
  (object)
  (bindings)
  (parameters)
  (binders)
] @indent.begin

[
  ")"
  "]"
  "}"
] @indent.branch @indent.end

(comment) @indent.ignore
(string) @indent.ignore
