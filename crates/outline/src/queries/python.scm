(comment) @comment

(module . (comment)* . (expression_statement (string (string_content) @purpose)))

(class_definition name: (identifier) @name body: (block) @body) @item.class
(class_definition
  name: (identifier) @name
  body: (block . (comment)* . (expression_statement (string (string_content) @doc)))) @item.class

(function_definition name: (identifier) @name body: (block) @body) @item.function
(function_definition
  name: (identifier) @name
  body: (block . (comment)* . (expression_statement (string (string_content) @doc)))) @item.function

(decorated_definition
  (decorator) @note
  definition: [
    (class_definition name: (identifier) @name) @item.class
    (function_definition name: (identifier) @name) @item.function
  ])

(module (expression_statement
  (assignment left: (identifier) @name right: (_)? @value) @item.variable))
(module (expression_statement
  (assignment left: (pattern_list (identifier) @name) right: (_)? @value) @item.variable))
(module (type_alias_statement left: (type (identifier) @name)) @item.type)
(module (type_alias_statement left: (type (generic_type (identifier) @name))) @item.type)

(class_definition body: (block (expression_statement
  (assignment left: (identifier) @name right: (_)? @value) @item.field)))

; Names a package hands on.
(module (import_from_statement
  module_name: (relative_import)
  name: (aliased_import alias: (identifier) @name)) @item.import)
