// The tree-sitter grammar of Pact, for editors that use it for highlighting, folding and selection. It accepts more
// than the language: an invalid program may have a tree, but every valid program has one without an error. The tests
// compare its words with grammar/tokens.ts, and its trees with the lexer and the parser.
/* global grammar, seq, choice, repeat, repeat1, optional, token, field, prec, alias */

const form = (...parts) => seq('(', ...parts, ')');
const commaOrBlank = (item) => optional(seq(item, repeat(seq(optional(','), item))));

module.exports = grammar({
  name: 'pact',

  extras: ($) => [/[ \t\n\v\f\r]/, $.comment],
  word: ($) => $.identifier,

  rules: {
    source_file: ($) => repeat($._top_level),

    _top_level: ($) => choice($.module, $.interface, $.use, $.defun, $.defconst, $._expression),

    // ---- modules and interfaces ----

    module: ($) =>
      form(
        'module',
        field('name', $.identifier),
        field('governance', choice($.identifier, $.string, $.symbol)),
        repeat(choice($._annotation, $.string)),
        repeat1($._member),
      ),

    interface: ($) =>
      form(
        'interface',
        field('name', $.identifier),
        repeat(choice($._annotation, $.string)),
        repeat1($._member),
      ),

    _member: ($) =>
      choice(
        $.defun,
        $.defconst,
        $.defcap,
        $.defschema,
        $.deftable,
        $.defpact,
        $.use,
        $.implements,
        $.bless,
      ),

    use: ($) =>
      form('use', field('module', $._module_name), optional($.string), optional($.imports)),
    imports: ($) => seq('[', repeat($.identifier), ']'),
    implements: ($) => form('implements', field('interface', $._module_name)),
    bless: ($) => form('bless', choice($.string, $.symbol)),

    // ---- definitions; in interfaces they have no body ----

    defun: ($) => form('defun', $._named, field('parameters', $.parameters), repeat($._body_item)),
    defcap: ($) =>
      form('defcap', $._named, field('parameters', $.parameters), repeat($._body_item)),
    defconst: ($) =>
      form('defconst', $._named, field('value', $._expression), repeat($._body_item)),
    defschema: ($) =>
      form(
        'defschema',
        field('name', $.identifier),
        repeat(choice($._annotation, $.string)),
        repeat(alias($.parameter, $.field)),
      ),
    deftable: ($) => form('deftable', $._named, repeat(choice($._annotation, $.string))),
    defpact: ($) =>
      form(
        'defpact',
        $._named,
        field('parameters', $.parameters),
        repeat(choice($._annotation, $.string)),
        repeat(choice($.step, $.step_with_rollback)),
      ),
    step: ($) => form('step', repeat1($._expression), optional($.model)),
    step_with_rollback: ($) =>
      form('step-with-rollback', repeat1($._expression), optional($.model)),

    _named: ($) => seq(field('name', $.identifier), optional($._type_annotation)),
    _body_item: ($) => choice($._annotation, $._expression),

    parameters: ($) => form(repeat($.parameter)),
    parameter: ($) => seq(field('name', $.identifier), optional($._type_annotation)),
    _type_annotation: ($) => seq(':', field('type', $.type)),

    type: ($) =>
      choice(
        seq('[', $.type, ']'),
        seq('module', '{', $._module_name, repeat(seq(',', $._module_name)), '}'),
        prec.right(seq(alias($.identifier, $.type_name), optional($._schema))),
        $._schema,
      ),
    _schema: ($) => seq('{', field('schema', $._name), '}'),

    // ---- annotations ----

    _annotation: ($) => choice($.doc, $.model, $.managed, $.event),
    doc: ($) => seq('@doc', $.string),
    event: () => '@event',
    // After @managed comes the name of the managed parameter, then the manager.
    managed: ($) =>
      prec.right(
        seq('@managed', optional(seq(field('parameter', $.identifier), field('manager', $._name)))),
      ),
    model: ($) => seq('@model', '[', repeat($._property), ']'),
    _property: ($) =>
      choice(
        alias($.property_list, $.list),
        alias($.property_array, $.array),
        $._name,
        $._literal,
        'let',
        'lambda',
        '{',
        '}',
        ':',
        ',',
      ),
    property_list: ($) => form(repeat($._property)),
    property_array: ($) => seq('[', repeat($._property), ']'),

    // ---- expressions ----

    _expression: ($) => choice($.lambda, $.let, $.list, $.array, $.object, $._name, $._literal),

    // A call, or () for the unit value.
    list: ($) => form(optional(seq(field('head', $._expression), repeat($._argument)))),
    _argument: ($) => choice($._expression, $.bindings),

    lambda: ($) => form('lambda', field('parameters', $.parameters), repeat1($._expression)),
    let: ($) => form(choice('let', 'let*'), $.binders, repeat1($._expression)),
    binders: ($) => form(repeat1($.binder)),
    binder: ($) => form($._named, field('value', $._expression)),

    array: ($) => seq('[', commaOrBlank($._expression), ']'),
    object: ($) => seq('{', optional($.pair), repeat(seq(',', $.pair)), '}'),
    pair: ($) => seq(field('key', choice($.string, $.symbol)), ':', field('value', $._expression)),
    bindings: ($) => seq('{', $.binding, repeat(seq(',', $.binding)), '}'),
    binding: ($) => seq(field('key', choice($.string, $.symbol)), ':=', $.parameter),

    // ---- names and literals ----

    _name: ($) => choice($.identifier, $.qualified_name, $.dynamic_name),
    _module_name: ($) => choice($.identifier, $.qualified_name),
    qualified_name: ($) =>
      seq(
        field('namespace', $.identifier),
        '.',
        field('name', $.identifier),
        optional(seq('.', field('name', $.identifier))),
      ),
    dynamic_name: ($) => seq(field('reference', $.identifier), '::', field('name', $.identifier)),

    _literal: ($) => choice($.decimal, $.integer, $.string, $.symbol, $.boolean),
    decimal: ($) => seq($.integer, '.', $.integer),
    boolean: () => choice('true', 'false'),

    comment: () => token(/;[^\n]*/),
    string: () =>
      token(seq('"', repeat(choice(/[^"\\\r\n]/, /\\[nt\\"']/, /\\[\s\u00a0]+\\/)), '"')),
    symbol: () => token(/'[a-zA-Z][a-zA-Z0-9\-_]*/),
    // Before identifiers, which could begin with the same minus sign.
    integer: () => token(/-?[0-9]+/),
    // The language reads a non-ASCII character by its low byte, which may be that of a letter.
    identifier: () =>
      token(
        /([a-zA-Z%#+\-_&$@<>=^?*!|/~]|[^\x00-\x7f])([a-zA-Z0-9%#+\-_&$@<>=^?*!|/~]|[^\x00-\x7f])*/,
      ),
  },
});
