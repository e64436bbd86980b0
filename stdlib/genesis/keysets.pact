; The keysets of the allocations.

(define-keyset "allocation00" (read-keyset "allocation00"))
(define-keyset "allocation01" (read-keyset "allocation01"))
(define-keyset "allocation02" (read-keyset "allocation02"))
