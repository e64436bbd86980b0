// Functions for the modules of the generated project: each writer returns the source text of a few definitions and calls of
// them with known results.

const nouns = [
  'lease',
  'vault',
  'coupon',
  'share',
  'pool',
  'stake',
  'order',
  'claim',
  'bond',
  'fee',
];
const verbs = ['reckon', 'settle', 'gauge', 'derive', 'sum-up', 'appraise', 'count', 'estimate'];

function nameOf({ number, chance }) {
  return `${chance.pick(verbs)}-${chance.pick(nouns)}-${number}`;
}

/** Arithmetic in several steps, with a bound. */
function steps(given) {
  const { chance } = given;
  const name = nameOf(given);
  const [rate, divisor, bonus] = [
    chance.between(2, 40),
    chance.between(3, 9),
    chance.between(1, 99),
  ];
  const max = chance.between(5000, 90000);
  const x = chance.between(10, 2000);
  const term = chance.between(1, 400);
  const sum = x * rate + Math.floor(term / divisor) * bonus;
  const text = `  (defun ${name}:integer (amount:integer term:integer)
    @doc "What AMOUNT comes to after TERM, at most ${max}."
    (enforce (>= amount 0) (format "Amount below zero: {}" [amount]))
    (enforce (> term 0) "At least one day")
    (let* ((base:integer (* amount ${rate}))
           (periods:integer (/ term ${divisor}))
           (bonus:integer (* periods ${bonus}))
           (sum:integer (+ base bonus)))
      ; Nobody gets more than was agreed upon.
      (if (> sum ${max})
        ${max}
        sum)))
`;
  return { text, calls: [{ code: `${name} ${x} ${term}`, gives: `${Math.min(sum, max)}` }] };
}

/** Lists: created, filtered, folded. */
function lists(given) {
  const { chance } = given;
  const name = nameOf(given);
  const [factor, modulus, count] = [
    chance.between(2, 9),
    chance.between(2, 5),
    chance.between(8, 24),
  ];
  let sum = 0;
  for (let i = 1; i <= count; i++) if ((i * factor) % modulus !== 0) sum += i * factor;
  const text = `  (defun ${name}-items:[integer] (count:integer)
    @doc "Every item up to COUNT that is not a multiple of ${modulus}."
    (let ((all:[integer] (map (* ${factor}) (enumerate 1 count))))
      (filter (lambda (item:integer) (!= 0 (mod item ${modulus}))) all)))

  (defun ${name}:integer (count:integer)
    @doc "The sum of the items up to COUNT."
    (fold (+) 0 (${name}-items count)))
`;
  return { text, calls: [{ code: `${name} ${count}`, gives: `${sum}` }] };
}

/** Strings for display. */
function texts(given) {
  const { chance } = given;
  const name = nameOf(given);
  const noun = chance.pick(nouns);
  const amount = chance.between(1, 999);
  const text = `  (defun ${name}-line:string (title:string amount:integer)
    @doc "A line of a report: TITLE and AMOUNT."
    (let ((kind:string (if (< amount 100) "small" "large"))
          (short:string (take 12 title)))
      (format "{}: {} {} ${noun}s" [short amount kind])))

  (defun ${name}-lines:[string] (titles:[string])
    @doc "A line for every one of TITLES."
    (map (lambda (title:string) (${name}-line title (length title))) titles))
`;
  const kind = amount < 100 ? 'small' : 'large';
  const code = `${name}-line "${noun}s of the year" ${amount}`;
  const gives = `"${`${noun}s of the year`.slice(0, 12)}: ${amount} ${kind} ${noun}s"`;
  return { text, calls: [{ code, gives }] };
}

/** Objects: destructured and built. */
function objects(given) {
  const { chance } = given;
  const name = nameOf(given);
  const [a, b] = [chance.between(1, 50), chance.between(51, 100)];
  const text = `  (defschema ${name}-terms
    low:integer
    high:integer
    name:string)

  (defun ${name}-terms-of:object{${name}-terms} (low:integer high:integer)
    @doc "The terms between LOW and HIGH."
    (enforce (<= low high) (format "{} is above {}" [low high]))
    { "low": low, "high": high, "name": "${name}" })

  (defun ${name}:integer (terms:object{${name}-terms})
    @doc "How wide the TERMS are."
    (bind terms { "low" := low, "high" := high }
      (cond
        ((= low high) 0)
        ((> (- high low) 90) 90)
        (- high low))))
`;
  const code = `${name} (@.${name}-terms-of ${a} ${b})`;
  return { text, calls: [{ code, gives: `${Math.min(90, b - a)}` }] };
}

/** Reads a table and decides on the result. */
function reads(given) {
  const name = nameOf(given);
  const { chance } = given;
  const bound = chance.between(10, 500);
  const text = `  (defun ${name}:bool (account:string)
    @doc "Whether ACCOUNT holds more than ${bound}."
    (let* ((summary (summary-of account))
           (balance:decimal (at "balance" summary))
           (count:integer (at "entries" summary)))
      (and (> balance ${bound}.0) (> count 0))))

  (defun ${name}-all:[bool] (accounts:[string])
    (map (${name}) accounts))
`;
  return { text, calls: [{ code: `${name} "nobody-${bound}"`, gives: 'false' }] };
}

/** Changes a table under a capability of its own. */
function changes(given) {
  const name = nameOf(given);
  const { chance } = given;
  const least = chance.between(1, 9);
  const cap = name.toUpperCase();
  const text = `  (defcap ${cap}:bool (account:string count:integer)
    @doc "Several deposits at once."
    (enforce (>= count ${least}) "Too few")
    (enforce (< count 1000) "Too many"))

  (defun ${name}:integer (account:string count:integer)
    @doc "COUNT deposits into ACCOUNT."
    (with-capability (${cap} account count)
      (let ((amounts:[decimal] (map (lambda (i:integer) (* 0.5 i)) (enumerate 1 count))))
        (map (deposit account) amounts)
        (length amounts))))
`;
  return { text, calls: [{ code: `${name} "alice" ${least}`, gives: `${least}`, changes: true }] };
}

/** Calls through a module reference. */
function references(given) {
  const name = nameOf(given);
  const { chance, core } = given;
  const amount = chance.between(1, 500);
  const text = `  (defun ${name}:integer (ref:module{${core}-v1} amount:integer)
    @doc "The weight of AMOUNT and of what follows it."
    (let ((own:integer (ref::weigh amount))
          (next:integer (ref::weigh (+ amount 1))))
      (+ own next)))

  (defun ${name}-report:string (ref:module{${core}-v1} account:string)
    @doc "What REF knows of ACCOUNT, in words."
    (let* ((summary (ref::summary-of account))
           (balance:decimal (at "balance" summary))
           (count:integer (at "entries" summary)))
      (format "{} {}: {} in {} entries" [TITLE account balance count])))
`;
  const gives = `${amount * 3 + 1 + (amount + 1) * 3 + 1}`;
  return { text, calls: [{ code: `${name} atlas.${core} ${amount}`, gives }] };
}

/** A longer function with nested conditions. */
function conditions(given) {
  const name = nameOf(given);
  const { chance } = given;
  const [a, b, c] = [chance.between(1, 99), chance.between(100, 999), chance.between(1000, 5000)];
  const x = chance.between(1, 6000);
  const text = `  (defun ${name}-band:string (amount:integer)
    @doc "The band that AMOUNT falls into."
    (if (< amount ${a})
      "lowest"
      (if (< amount ${b})
        "low"
        (if (< amount ${c})
          "middle"
          "high"))))

  (defun ${name}-checked:string (amount:integer kinds:[string])
    @doc "The band of AMOUNT, which must be one of KINDS."
    (let ((band:string (${name}-band amount)))
      (enforce (contains band kinds)
        (format "{} is not among {}" [band kinds]))
      band))

  (defun ${name}:[string] (amounts:[integer])
    (let ((kinds ["lowest" "low" "middle" "high"]))
      (map (lambda (amount:integer) (${name}-checked amount kinds)) amounts)))
`;
  const band = x < a ? 'lowest' : x < b ? 'low' : x < c ? 'middle' : 'high';
  return { text, calls: [{ code: `${name} [${x}]`, gives: `["${band}"]` }] };
}

const ofCore = [steps, steps, lists, texts, objects, reads, changes, conditions];
const ofDesk = [references, references, steps, lists, texts, objects, conditions];

export const functionGroups = {
  pick: (chance, { desk }) => chance.pick(desk ? ofDesk : ofCore),
};
