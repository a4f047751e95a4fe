(comment) @comment

; Macros, without the guards of headers.
(preproc_def name: (_) @name value: (_)? @value (#not-match? @name "_(H|HH|HPP|HXX|INCLUDED)_*$")) @item.macro
(preproc_function_def name: (_) @name value: (_)? @value) @item.macro

(function_definition declarator: (function_declarator declarator: [(identifier) (parenthesized_declarator (identifier))] @name) body: (_) @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name)) body: (_) @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) body: (_) @body) @item.function
(function_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (function_declarator declarator: (_) @name)))) body: (_) @body) @item.function
(declaration declarator: (function_declarator declarator: (identifier) @name)) @item.prototype
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @item.prototype
(declaration declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))) @item.prototype
(declaration declarator: (function_declarator declarator: (parenthesized_declarator (identifier) @name))) @item.prototype
; A function whose head is a macro: `TEST(name) { … }`.
(function_definition
  type: (type_identifier) @name
  declarator: (parenthesized_declarator (identifier) @name)
  body: (_) @body) @item.function
(translation_unit
  (expression_statement (call_expression function: (identifier) @name)) @item.function
  . (compound_statement) @rest)

(struct_specifier name: (_) @name body: (_) @body) @item.struct
(union_specifier name: (_) @name body: (_) @body) @item.union
(enum_specifier name: (_) @name body: (_) @body) @item.enum
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @item.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @item.union
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @item.enum
(type_definition declarator: (type_identifier) @name) @item.typedef
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @item.typedef
(type_definition declarator: (array_declarator declarator: (type_identifier) @name)) @item.typedef
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @item.typedef
(type_definition declarator: (function_declarator declarator: (type_identifier) @name)) @item.typedef
(type_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))) @item.typedef

(field_declaration declarator: (field_identifier) @name) @item.field
(field_declaration declarator: (pointer_declarator declarator: (field_identifier) @name)) @item.field
(field_declaration declarator: (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))) @item.field
(field_declaration declarator: (array_declarator declarator: (field_identifier) @name)) @item.field
(field_declaration declarator: (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))) @item.field
(field_declaration declarator: (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))) @item.field
(field_declaration declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))) @item.field
(field_declaration type: [(struct_specifier body: (_) @body) (union_specifier body: (_) @body)] declarator: (_) @name) @item.field
; A field made by a macro: `BIT(name);`
(field_declaration type: (macro_type_specifier
  name: (identifier) @name
  type: (type_descriptor type: (type_identifier) @name))) @item.field
(enumerator name: (_) @name) @item.variant

; Variables of the file.
(translation_unit (declaration declarator: (identifier) @name) @item.variable)
(translation_unit (declaration declarator: (pointer_declarator declarator: (identifier) @name)) @item.variable)
(translation_unit (declaration declarator: (array_declarator declarator: (identifier) @name)) @item.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name value: (_) @value)) @item.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @name) value: (_) @value)) @item.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @name) value: (_) @value)) @item.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @name)) value: (_) @value)) @item.variable)

; `static` keeps a name in its file; `static inline` in a header is meant for all.
(function_definition . (storage_class_specifier) @private . (_) @_next
  (#eq? @private "static") (#not-match? @_next "inline|INLINE")) @item
(translation_unit (declaration . (storage_class_specifier) @private (#eq? @private "static")) @item)
