; JavaScript and TypeScript share this; their own files follow it.
(comment) @comment

; Functions and classes, wherever they stand.
(function_declaration name: (identifier) @name body: (_) @body) @item.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @item.function

(lexical_declaration kind: _ @keyword
  (variable_declarator name: (identifier) @name value: (class body: (_) @body)) @item.class)
(variable_declaration "var" @keyword
  (variable_declarator name: (identifier) @name value: (class body: (_) @body)) @item.class)
(lexical_declaration kind: _ @keyword
  (variable_declarator name: (identifier) @name value: [
    (function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)
  ]) @item.function)
(variable_declaration "var" @keyword
  (variable_declarator name: (identifier) @name value: [
    (function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)
  ]) @item.function)
; A function or an object made by a function that runs at once.
(variable_declarator name: (identifier) @name value: [
  (call_expression function: (parenthesized_expression [(function_expression) (arrow_function)]))
  (parenthesized_expression (call_expression function: (function_expression)))
] @value) @item.function

; Members.
(method_definition name: (_) @name body: (_) @body) @item.method
(pair key: (_) @name value: [
  (function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)
]) @item.method
(pair key: (_) @name value: (class body: (_) @body)) @item.class

; Methods given to a prototype or an object.
(assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @container property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)]
  (#eq? @_prototype "prototype")) @item.method
(assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)]
  (#not-any-of? @container "exports" "module")) @item.method
(assignment_expression
  left: (member_expression object: (this) @public property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)]) @item.method
(assignment_expression
  left: (member_expression object: (member_expression) property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)]) @item.method
(assignment_expression
  left: (member_expression object: (_) property: (property_identifier) @name)
  right: (class body: (_) @body)) @item.class
(assignment_expression
  left: (subscript_expression index: (string) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @item.method
(assignment_expression
  left: (identifier) @name
  right: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)]) @item.function
(assignment_expression left: (identifier) @name right: (class body: (_) @body)) @item.class
(assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @_prototype)
  right: (object [
    (pair key: (_) @name value: (function_expression body: (_) @body)) @item.method
    (method_definition name: (_) @name body: (_) @body) @item.method
  ])
  (#eq? @_prototype "prototype"))
(assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @container property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: (_) @value
  (#eq? @_prototype "prototype")) @item.method

; Objects that hold functions or are kept.
(pair key: (_) @name value: (object [
  (method_definition)
  (pair value: [(function_expression) (arrow_function)])
]) @value) @item.object
(statement_block (lexical_declaration kind: _ @keyword
  (variable_declarator name: (identifier) @name @private value: (object) @value) @item.variable))
(statement_block (variable_declaration "var" @keyword
  (variable_declarator name: (identifier) @name @private value: (object) @value) @item.variable))
(pair key: (_) @name value: (object (pair value: (object [
  (method_definition)
  (pair value: [(function_expression) (arrow_function)])
]))) @value) @item.object
(assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @name)
  right: (object) @value
  (#not-any-of? @container "exports" "module")) @item.object
(assignment_expression
  left: (member_expression object: (this) @private property: (_) @name)
  right: (object) @value) @item.variable

; Named function expressions: callbacks and wrapped functions.
(function_expression name: (identifier) @name body: (_) @body) @item.function

; Variables of the module.
(program (lexical_declaration kind: _ @keyword
  (variable_declarator name: (identifier) @name value: (_)? @value) @item.variable))
(program (variable_declaration "var" @keyword
  (variable_declarator name: (identifier) @name value: (_)? @value) @item.variable
  (#not-match? @value "^require\\(")))
(export_statement (lexical_declaration kind: _ @keyword
  (variable_declarator name: (identifier) @name value: (_)? @value) @item.variable))
(export_statement (lexical_declaration kind: _ @keyword
  (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name @public) value: (_)? @value) @item.variable))

; ES exports.
(export_statement declaration: (_) @item @public)
(export_statement declaration: (_ (variable_declarator) @item @public))
(export_statement decorator: (decorator) @note declaration: (_) @item)
(export_statement "default" @name @public value: [
  (function_expression body: (_) @body) (arrow_function body: (_) @body)
]) @item.function
(export_statement "default" @name @public value: (class body: (_) @body)) @item.class
(export_statement "default" @name @public value: [(object) (call_expression)] @value) @item.export
(export_statement value: (identifier) @export)
(export_statement value: (call_expression arguments: (arguments (identifier) @export)))
(export_statement !source (export_clause (export_specifier name: (_) @export)))
(export_statement (export_clause (export_specifier name: (_) @name @public !alias)) source: (_)) @item.export
(export_statement (export_clause (export_specifier alias: (_) @name @public)) source: (_)) @item.export
(export_statement "*" @name @public source: (_)) @item.export
(export_statement (namespace_export (_) @name @public) source: (_)) @item.export

; CommonJS exports.
(assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name @public)
  right: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)]
  (#eq? @_exports "exports")) @item.function
(assignment_expression
  left: (member_expression
    object: (member_expression) @_exports
    property: (property_identifier) @name @public)
  right: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)]
  (#eq? @_exports "module.exports")) @item.function
(assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @name @public)
  right: (_) @value
  (#any-of? @_exports "exports" "module.exports")) @item.export
(assignment_expression
  left: (member_expression object: (_) @_exports)
  right: (identifier) @export
  (#any-of? @_exports "exports" "module.exports"))
(assignment_expression
  left: (member_expression) @_exports
  right: (identifier) @export
  (#eq? @_exports "module.exports"))
(assignment_expression
  left: (member_expression) @_exports
  right: [
    (function_expression name: (_) @name @public body: (_) @body)
    (class name: (_) @name @public body: (_) @body)
  ]
  (#eq? @_exports "module.exports")) @item.function
(expression_statement (assignment_expression
  left: (member_expression) @_exports @name @public
  right: [
    (function_expression !name body: (_) @body)
    (arrow_function body: (_) @body)
  ]
  (#eq? @_exports "module.exports")) @item.function)
(expression_statement (assignment_expression
  left: (member_expression) @_exports @name @public
  right: (object) @value
  (#eq? @_exports "module.exports")) @item.export)
(assignment_expression
  left: (member_expression) @_exports
  right: (object [
    (shorthand_property_identifier) @export
    (pair value: (identifier) @export)
  ])
  (#eq? @_exports "module.exports"))
(variable_declarator
  name: (identifier) @export
  value: (assignment_expression left: (_) @_exports)
  (#match? @_exports "^(module\\.)?exports"))
