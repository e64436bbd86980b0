; The keysets of the registry of namespaces. That of the operators passes without signatures until install.pact has run.

(define-keyset "ns-admin-keyset" (read-keyset "ns-admin-keyset"))
(define-keyset "ns-operate-keyset" (read-keyset "ns-genesis-keyset"))
