; Where a name holds, what defines it, and where it is used.
[
  (source_file)
  (module)
  (interface)
  (defun)
  (defcap)
  (defpact)
  (lambda)
  (let)
] @local.scope

(defun name: (identifier) @local.definition.function)
(defcap name: (identifier) @local.definition.function)
(defpact name: (identifier) @local.definition.function)
(defconst name: (identifier) @local.definition.constant)
(defschema name: (identifier) @local.definition.type)
(deftable name: (identifier) @local.definition.var)
(module name: (identifier) @local.definition.namespace)
(interface name: (identifier) @local.definition.type)
(parameter name: (identifier) @local.definition.parameter)
(binder name: (identifier) @local.definition.var)

(identifier) @local.reference
