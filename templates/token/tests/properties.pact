; Properties of the token: pact test --fuzz tries them with many values and calls.

(module properties GOVERNANCE
  @doc "What is always true of the token."

  (defcap GOVERNANCE:bool ()
    (enforce false "these are only for tests"))

  (defun invariant-supply:bool ()
    @doc "Without its administrators, nobody makes tokens: alice and bob never have more than 100."
    (<= (total) 100.0))

  (defun prop-transfer:bool (amount:decimal)
    @doc "A transfer moves tokens, and makes or loses none."
    (enforce (and (> amount 0.0) (<= amount 80.0)) "alice has 80")
    (enforce (= amount (floor amount (free.token.precision))) "whole units")
    (let ((before (total)))
      (free.token.transfer "alice" "bob" amount)
      (= before (total))))

  (defun total:decimal ()
    (+ (free.token.get-balance "alice") (free.token.get-balance "bob")))
)
