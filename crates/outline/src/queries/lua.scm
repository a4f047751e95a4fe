(comment) @comment

(function_declaration name: (identifier) @name body: (_)? @body) @item.function
(function_declaration . "local" @private) @item
((function_declaration name: (identifier)) @item @public (#not-match? @public "^local"))
(function_declaration
  name: [
    (dot_index_expression table: (_) @container field: (_) @name)
    (method_index_expression table: (_) @container method: (_) @name)
  ]
  body: (_)? @body) @item.function

; Functions as values.
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @item.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @container field: (_) @name) .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @item.function
(assignment_statement
  (variable_list . name: (bracket_index_expression table: (_) @container field: (string) @name) .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @item.function
(field name: [(identifier) (string)] @name value: (function_definition body: (_)? @body)) @item.function
; Functions wrapped by a call or chosen by an expression.
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: [
    (function_call arguments: (arguments (function_definition)))
    (binary_expression (function_definition))
  ] @value .)) @item.function
(field name: (identifier) @name value: [
  (function_call arguments: (arguments (function_definition)))
  (binary_expression (function_definition))
] @value) @item.function

; Tables and values of the module.
(chunk (assignment_statement (variable_list name: (identifier) @name) (expression_list value: (_) @value)) @item.variable)
(chunk (variable_declaration "local" @keyword
  (assignment_statement (variable_list name: (identifier) @name) (expression_list . value: (_) @value)) @item.variable)
  (#not-match? @value "^require"))
(chunk (assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @container field: (_) @name) .)
  (expression_list . value: (_) @value)) @item.variable)

; A module that is the table it returns.
(chunk (return_statement (expression_list (table_constructor
  (field name: (identifier) @name @public value: (_) @value) @item.variable))))

(chunk (return_statement (expression_list (identifier) @export)))
(chunk (return_statement (expression_list (function_call arguments: (arguments (identifier) @export)))))
(chunk (return_statement (expression_list (table_constructor (field value: (identifier) @export)))))
