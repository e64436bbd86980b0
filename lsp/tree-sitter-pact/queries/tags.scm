; Definitions and calls, for lists of symbols and jumping without a server.
(module name: (identifier) @name) @definition.module
(interface name: (identifier) @name) @definition.interface
(defun name: (identifier) @name) @definition.function
(defcap name: (identifier) @name) @definition.function
(defpact name: (identifier) @name) @definition.function
(defconst name: (identifier) @name) @definition.constant
(defschema name: (identifier) @name) @definition.type
(deftable name: (identifier) @name) @definition.constant

(list head: (identifier) @name) @reference.call
(list head: (qualified_name name: (identifier) @name)) @reference.call
(list head: (dynamic_name name: (identifier) @name)) @reference.call
(implements interface: (identifier) @name) @reference.implementation
