// The contracts of a unit: an interface, a module with tables and capabilities that implements it, and a desk: a second
// module that works through module references.
import { functionGroups } from './functions.mjs';

/** `before` is the unit that this one builds on, if any. `calls` lists calls for tests and their results. */
export function unitContract({ name, before, lines, chance }) {
  const calls = [];
  const interfaceText = unitInterface(name);
  const coreLines = Math.round(lines * 0.68);
  const core = moduleText({
    name,
    header: coreHeader(name, before),
    lines: coreLines,
    calls,
    chance,
    desk: false,
  });
  const deskLines = lines - countLines(interfaceText) - countLines(core) - 8;
  const desk = moduleText({
    name: `${name}-desk`,
    header: deskHeader(name),
    lines: deskLines,
    calls,
    chance,
    desk: true,
    core: name,
  });
  const text = `; ${name}: written by tests/perf/generate-project.mjs\n\n(namespace "atlas")\n\n${interfaceText}\n${core}\n${desk}`;
  return { name, text, calls };
}

function moduleText({ name, header, lines, calls, chance, desk, core }) {
  let text = header;
  let count = countLines(header);
  for (let number = 1; count < lines - 12; number++) {
    const group = functionGroups.pick(chance, { desk });
    const written = group({ number, chance, core });
    text += `${written.text}\n`;
    count += countLines(written.text) + 1;
    for (const call of written.calls ?? []) calls.push({ ...call, module: `atlas.${name}` });
  }
  return `${text})\n`;
}

function unitInterface(name) {
  return `(interface ${name}-v1
  @doc "What other contracts may rely on in ${name}."

  (defschema ${name}-summary
    @doc "What is known of an account at a glance."
    account:string
    balance:decimal
    entries:integer)

  (defun balance-of:decimal (account:string)
    @doc "What ACCOUNT holds; nothing where it is not known.")

  (defun summary-of:object{${name}-summary} (account:string)
    @doc "What is known of ACCOUNT.")

  (defun deposit:string (account:string amount:decimal)
    @doc "Adds AMOUNT to ACCOUNT.")

  (defun weigh:integer (amount:integer)
    @doc "The weight of AMOUNT in this unit.")
)
`;
}

function coreHeader(name, before) {
  const carried =
    before === undefined
      ? '0.0'
      : `(+ (atlas.${before.name}.carried account) (atlas.${before.name}.own-balance account))`;
  return `(module ${name} GOVERNANCE
  @doc "Accounts of ${name}, their entries and what is reckoned from them."

  (implements ${name}-v1)

  (defconst ADMIN:string "atlas.admin")
  (defconst SMALLEST:decimal 0.0001
    "Amounts below are refused.")
  (defconst LONGEST-NAME:integer 64)
  (defconst KINDS:[string] ["open" "held" "closed" "moved"])

  (defschema account
    @doc "One row for an account."
    balance:decimal
    entries:integer
    kind:string
    since:time)

  (deftable accounts:{account})

  (defschema entry
    @doc "One row for a change of an account."
    account:string
    amount:decimal
    note:string
    number:integer)

  (deftable entries:{entry})

  ; ---------------------------------------------------------------------------
  ; Capabilities

  (defcap GOVERNANCE:bool ()
    (enforce-keyset ADMIN))

  (defcap CHANGE:bool (account:string)
    @doc "The account may change."
    (enforce-name account))

  (defcap DEPOSIT:bool (account:string amount:decimal)
    @doc "An amount arrives."
    @event
    (enforce-amount amount)
    (compose-capability (CHANGE account)))

  (defcap MOVE:bool (from:string to:string amount:decimal)
    @managed amount MOVE-REST
    (enforce (!= from to) "Both accounts are the same")
    (enforce-amount amount)
    (compose-capability (CHANGE from))
    (compose-capability (CHANGE to)))

  (defun MOVE-REST:decimal (granted:decimal requested:decimal)
    (let ((rest (- granted requested)))
      (enforce (>= rest 0.0) (format "Only {} may be moved" [granted]))
      rest))

  ; ---------------------------------------------------------------------------
  ; Checks

  (defun enforce-name:bool (account:string)
    @doc "Fails where ACCOUNT cannot be the name of one."
    (enforce
      (and (> (length account) 2) (<= (length account) LONGEST-NAME))
      (format "No name of an account: {}" [account])))

  (defun enforce-amount:bool (amount:decimal)
    @doc "Fails where AMOUNT is too small."
    (enforce (>= amount SMALLEST) (format "Too small: {}" [amount])))

  ; ---------------------------------------------------------------------------
  ; Accounts

  (defun own-balance:decimal (account:string)
    (with-default-read accounts account
      { "balance": 0.0 }
      { "balance" := balance }
      balance))

  (defun balance-of:decimal (account:string)
    (own-balance account))

  (defun carried:decimal (account:string)
    @doc "What ACCOUNT holds in the units that this one builds on."
    ${carried})

  (defun summary-of:object{${name}-summary} (account:string)
    (with-default-read accounts account
      { "balance": 0.0, "entries": 0 }
      { "balance" := balance, "entries" := count }
      { "account": account, "balance": balance, "entries": count }))

  (defun deposit:string (account:string amount:decimal)
    @doc "Adds AMOUNT to ACCOUNT and keeps an entry."
    (with-capability (DEPOSIT account amount)
      (change account amount "deposit")))

  (defun move:string (from:string to:string amount:decimal)
    @doc "Moves AMOUNT from one account to another."
    (with-capability (MOVE from to amount)
      (change from (- amount) (format "to {}" [to]))
      (change to amount (format "from {}" [from]))))

  (defun change:string (account:string amount:decimal note:string)
    @doc "The one place where balances change."
    (require-capability (CHANGE account))
    (with-default-read accounts account
      { "balance": 0.0, "entries": 0, "kind": "open", "since": (time "2020-01-01T00:00:00Z") }
      { "balance" := balance, "entries" := count, "kind" := kind, "since" := since }
      (let ((after:decimal (+ balance amount))
            (number:integer (+ count 1)))
        (enforce (>= after 0.0) (format "{} has not enough" [account]))
        (write accounts account
          { "balance": after, "entries": number, "kind": kind, "since": since })
        (insert entries (format "{}-{}" [account number])
          { "account": account, "amount": amount, "note": note, "number": number }))))

  (defun weigh:integer (amount:integer)
    (+ (* amount 3) 1))

`;
}

function deskHeader(name) {
  return `(module ${name}-desk GOVERNANCE
  @doc "Reports over ${name} and whatever else keeps to its interface."

  (use ${name})

  (defconst TITLE:string "${name}")
  (defconst STEPS:[integer] (enumerate 1 12))

  (defcap GOVERNANCE:bool ()
    (enforce-keyset "atlas.admin"))

  (defcap REPORT:bool (title:string)
    @event
    (enforce (!= title "") "A report has a title"))

  (defun total-of:decimal (ref:module{${name}-v1} names:[string])
    @doc "What all the NAMES hold together."
    (fold (lambda (sum:decimal name:string) (+ sum (ref::balance-of name))) 0.0 names))

`;
}

function countLines(text) {
  return text.split('\n').length - 1;
}
