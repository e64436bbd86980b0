// Generated contracts for benchmarks: the same text for the same size. They have the parts of real ones: constants, schemas,
// tables, capabilities, functions that call each other, documentation.

/** Returns a module of about this number of lines. `imports` names modules made the same way, whose functions it calls. */
export function contractText({ name, lines, imports = [] }) {
  const parts = Math.max(1, Math.round((lines - 6) / linesOfPart));
  const body = [];
  for (let at = 0; at < parts; at++) body.push(part(at, imports));
  return `(module ${name} GOVERNANCE
  @doc "A contract made for measurements."
${imports.map((each) => `  (use ${each})\n`).join('')}
  (defcap GOVERNANCE:bool ()
    (enforce-guard (keyset-ref-guard "perf-admin")))
${body.join('\n')})
`;
}

const linesOfPart = 41;

function part(at, imports) {
  const before = at === 0 ? 'amount' : `(scaled-${at - 1} amount)`;
  const foreign = imports.map((each) => `(${each}.scaled-0 amount)`).join(' ');
  return `
  ; ---------------------------------------------------------------------------
  ; Part ${at}

  (defconst LIMIT-${at}:decimal ${1000 + at}.5
    "What an account of part ${at} may hold.")

  (defschema account-${at}
    @doc "One account."
    balance:decimal
    guard:guard
    note:string)

  (deftable accounts-${at}:{account-${at}})

  (defcap SPEND-${at}:bool (account:string amount:decimal)
    @managed amount REST-${at}
    (enforce (> amount 0.0) "The amount must be positive")
    (enforce-guard (at "guard" (read accounts-${at} account))))

  (defun REST-${at}:decimal (granted:decimal requested:decimal)
    (enforce (<= requested granted)
      (format "{} were granted, {} are asked for" [granted requested]))
    (- granted requested))

  (defun scaled-${at}:decimal (amount:decimal)
    @doc "The amount as part ${at} counts it."
    (let* ((half (/ ${before} 2.0))
           (limited (if (> half LIMIT-${at}) LIMIT-${at} half))
           (others [${foreign}]))
      (fold (+) (floor limited 12) others)))

  (defun open-${at}:string (account:string guard:guard)
    (enforce (!= "" account) "An account has a name")
    (insert accounts-${at} account
      { "balance": 0.0, "guard": guard, "note": "opened by part ${at}" }))

  (defun spend-${at}:string (account:string amount:decimal)
    (with-capability (SPEND-${at} account amount)
      (with-read accounts-${at} account { "balance" := balance }
        (enforce (<= amount balance) "The account has less")
        (update accounts-${at} account { "balance": (- balance (scaled-${at} amount)) }))))`;
}
