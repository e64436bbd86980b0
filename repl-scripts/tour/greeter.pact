; An interface: functions that other modules can call without knowing the implementation.

(interface greeter
  @doc "Something that has a word for everybody."

  (defun greet:string (who:string)
    @doc "A greeting for WHO.")
)
