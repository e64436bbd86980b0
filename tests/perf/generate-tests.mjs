// Projects with a hundred test files for `pact test`. `small`: each file has its own module and a loop over it. `ordinary`:
// each installs the seven contracts of a stage with their tests, as test files of large projects do, and then uses them in
// its own transactions. `heavy`: each works with one token for a third of a second, with gas on, as drivers of large
// projects do.
import { generateProject } from './generate-project.mjs';

const count = 100;

/** Files by path; the test files are in `tests`. */
export const testProjects = { small: smallFiles, ordinary: ordinaryFiles, heavy: heavyFiles };

function smallFiles() {
  return new Map(Array.from({ length: count }, (_, at) => [`tests/${at}.repl`, smallScript(at)]));
}

function heavyFiles() {
  return new Map(Array.from({ length: count }, (_, at) => [`tests/${at}.repl`, heavyScript(at)]));
}

function ordinaryFiles() {
  const { files } = generateProject({ lines: 18_000, files: 150 });
  const stages = [...files.keys()].filter((path) => path.endsWith('/stage.repl'));
  const tests = Array.from({ length: count }, (_, at) => [
    `tests/${at}.repl`,
    ordinaryScript(at, stages[at % stages.length], files),
  ]);
  return new Map([...files, ...tests]);
}

const smallScript = (at) => `(module purse${at} G
  (defcap G () true)
  (defschema entry balance:decimal)
  (deftable entries:{entry})
  (defun pay:string (who:string amount:decimal)
    (enforce (> amount 0.0) "nothing to pay")
    (with-default-read entries who { "balance": 0.0 } { "balance" := before }
      (write entries who { "balance": (+ before amount) }))))
(create-table entries)
(begin-tx "many")
(map (lambda (n) (pay (format "account-{}" [(mod n 100)]) (dec (+ n 1)))) (enumerate 0 5000))
(expect "rows" 100 (length (keys entries)))
(commit-tx)
`;

/** Signed transfers between guarded accounts, and reads of the table, in several transactions. */
const heavyScript = (at) => `(env-gasmodel "table")
(env-gaslimit 1000000000)
(env-data { "owners": { "keys": ["alice"], "pred": "keys-all" } })
(module coin${at} G
  (defcap G () true)
  (defschema account balance:decimal guard:guard)
  (deftable accounts:{account})
  (defcap DEBIT (who:string)
    (with-read accounts who { "guard" := guard } (enforce-guard guard)))
  (defcap TRANSFER:bool (from:string to:string amount:decimal)
    @managed amount MANAGER
    (enforce (!= from to) "same account")
    (enforce (> amount 0.0) "positive amount")
    (compose-capability (DEBIT from)))
  (defun MANAGER:decimal (managed:decimal requested:decimal)
    (enforce (>= managed requested) "exceeded")
    (- managed requested))
  (defun open:string (who:string guard:guard)
    (insert accounts who { "balance": 1000000.0, "guard": guard }))
  (defun transfer:string (from:string to:string amount:decimal)
    (with-capability (TRANSFER from to amount)
      (with-read accounts from { "balance" := before }
        (enforce (<= amount before) "insufficient funds")
        (update accounts from { "balance": (- before amount) }))
      (with-read accounts to { "balance" := before }
        (update accounts to { "balance": (+ before amount) }))))
  (defun total:decimal ()
    (fold (+) 0.0 (map (at "balance") (select accounts (constantly true))))))
(create-table accounts)
(defun name (n:integer) (format "account-{}" [(mod n 100)]))
(map (lambda (n) (open (name n) (read-keyset "owners"))) (enumerate 0 99))
(env-sigs [{ "key": "alice", "caps": [${Array.from({ length: 100 }, (_, from) => {
  return `(coin${at}.TRANSFER "account-${from}" "account-${(from + 7) % 100}" 1000.0)`;
}).join('\n  ')}] }])
${Array.from({ length: 10 }, (_, round) => heavyTransaction(at, round)).join('')}`;

const heavyTransaction = (at, round) => `(begin-tx "round ${round}")
(map (lambda (n)
    (coin${at}.transfer (name n) (name (+ n 7)) 1.0))
  (enumerate ${round * 50} ${round * 50 + 699}))
(expect "nothing is lost" 100000000.0 (coin${at}.total))
(commit-tx)
`;

/** The driver up to its first stage, then that stage and some transactions. */
function ordinaryScript(at, stage, files) {
  const driver = files.get('all.repl');
  const units = [...files.get(stage).matchAll(/"(unit-\d+)\//g)].map(([, name]) => name);
  return `${driver.slice(0, driver.indexOf('(print'))}
(load "../${stage}")

${units.map((unit) => transaction(unit, at)).join('\n')}`;
}

function transaction(unit, at) {
  const people = Array.from({ length: 4 }, (_, i) => `user-${at}-${i}`);
  return `(begin-tx "People of ${unit}")
${people.map((who) => `(atlas.${unit}.deposit "${who}" 100.0)`).join('\n')}
${people.map((who) => `(expect "${who}" 100.0 (atlas.${unit}.balance-of "${who}"))`).join('\n')}
(test-capability (atlas.${unit}.MOVE "${people[0]}" "${people[1]}" 40.0))
(atlas.${unit}.move "${people[0]}" "${people[1]}" 40.0)
(expect "moved" 140.0 (atlas.${unit}.balance-of "${people[1]}"))
(commit-tx)
`;
}
