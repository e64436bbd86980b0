// The scripts of the generated project: driver, stages, installation and tests of a unit, scenario.

const admin = '"7d0c9ba189927df85c8c54f8b5c8acd76c1d27e923abbf25a957afdf25550804"';

const settings = `(env-gasmodel "table")
(env-gaslimit 10000000)
(env-gas 0)
`;

export function driverScript(stages) {
  return `; Everything, from an empty chain to the last scenario.

(env-enable-repl-natives false)
(env-data { "atlas-admin": { "keys": [${admin}], "pred": "keys-all" } })
(env-keys [${admin}])

(begin-tx "The namespace and its keyset")
(define-namespace "atlas" (read-keyset "atlas-admin") (read-keyset "atlas-admin"))
(namespace "atlas")
(define-keyset "atlas.admin" (read-keyset "atlas-admin"))
(commit-tx)

${stages.map((path) => `(print "${path}")\n(load "${path}")\n`).join('')}
(load "scenario.repl")
(print "all done")
`;
}

export function stageScript(folder, units) {
  return `; ${folder}

${units.map((name) => `(load "${name}/${name}.repl")\n`).join('')}(print "${folder} stands")
`;
}

export function unitScript({ name, calls }, chance) {
  const tests = calls.filter(() => chance.below(2) === 0);
  return `; Installs ${name} and tries it out.

(begin-tx "Install ${name}")
${settings}(load "${name}.pact")
(create-table accounts)
(print (format "installed ${name} for {} gas" [(env-gas)]))
(commit-tx)

(begin-tx "The table of entries")
(acquire-module-admin atlas.${name})
(create-table atlas.${name}.entries)
(commit-tx)

(begin-tx "Deposits")
${settings}(atlas.${name}.deposit "alice" 1000.0)
(atlas.${name}.deposit "bob" 250.5)
(test-capability (atlas.${name}.MOVE "alice" "bob" 10.0))
(atlas.${name}.move "alice" "bob" 10.0)
(expect "alice gave" 990.0 (atlas.${name}.balance-of "alice"))
(expect "bob got" 260.5 (atlas.${name}.balance-of "bob"))
(expect-failure "not more than was granted"
  "may be moved"
  (atlas.${name}.move "alice" "bob" 0.5))
(print (format "deposits took {} gas" [(env-gas)]))
(commit-tx)

(begin-tx "Calls")
${settings}${tests.map(testOf).join('')}(print (format "${name}: {} gas" [(env-gas)]))
(rollback-tx)
`;
}

function testOf({ module, code, gives }) {
  const call = code.replaceAll('@.', `${module}.`);
  return `(expect "${call.split(' ')[0]}" ${gives}
  (${module}.${call}))
`;
}

export function scenarioScript(units, chance) {
  const chosen = units.filter((_, i) => i % 5 === 4 || i === units.length - 1);
  return `; Across the units.

${chosen.map((unit) => scenarioOf(unit, chance)).join('\n')}`;
}

function scenarioOf({ name }, chance) {
  const amount = chance.between(1, 90);
  return `(begin-tx "Scenario of ${name}")
${settings}(atlas.${name}.deposit "carol" ${amount}.25)
(expect "carol of ${name}" ${amount}.25 (atlas.${name}.balance-of "carol"))
(expect "all of ${name}" ${1250 + amount}.75
  (atlas.${name}-desk.total-of atlas.${name} ["alice" "bob" "carol"]))
(print (format "{} carried" [(atlas.${name}.carried "alice")]))
(print (format "scenario of ${name}: {} gas" [(env-gas)]))
(commit-tx)
`;
}
