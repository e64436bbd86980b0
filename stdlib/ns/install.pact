; What a genesis block runs after ns.pact: the table, and the namespaces `kadena`, `user` and `free`. The keyset
; ns-operate-keyset passes without signatures until the last line gives it the keys of the operators.

(create-table ns.registry)

(ns.write-registry "kadena" (keyset-ref-guard "ns-operate-keyset") true)
(ns.write-registry "user" ns.GUARD_FAILURE true)
(ns.write-registry "free" ns.GUARD_FAILURE true)

(define-namespace "kadena"
  (keyset-ref-guard "ns-operate-keyset")
  (keyset-ref-guard "ns-operate-keyset"))
(define-namespace "user" ns.GUARD_SUCCESS ns.GUARD_FAILURE)
(define-namespace "free" ns.GUARD_SUCCESS ns.GUARD_FAILURE)

(define-keyset "ns-operate-keyset" (read-keyset "ns-operate-keyset"))
