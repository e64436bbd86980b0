; An interface: what a module promises to others that do not know it.

(interface greeter
  @doc "Something that has a word for everybody."

  (defun greet:string (who:string)
    @doc "A greeting for WHO.")
)
