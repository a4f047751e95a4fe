(comment) @comment

; Macros, without the guards of headers.
(preproc_def name: (_) @name value: (_)? @value (#not-match? @name "_(H|HH|HPP|HXX|INCLUDED)_*$")) @item.macro
(preproc_function_def name: (_) @name value: (_)? @value) @item.macro

(namespace_definition name: (_) @name body: (_) @body) @item.namespace
(namespace_definition !name "namespace" @name @private body: (_) @body) @item.namespace
(namespace_alias_definition name: (_) @name) @item.using

(class_specifier name: (_) @name body: (_) @body) @item.class
(struct_specifier name: (_) @name body: (_) @body) @item.struct
(union_specifier name: (_) @name body: (_) @body) @item.union
(enum_specifier name: (_) @name body: (_) @body) @item.enum
(concept_definition name: (_) @name) @item.concept
(alias_declaration name: (_) @name) @item.using
(enumerator name: (_) @name) @item.variant

(field_declaration_list (access_specifier "public") @section.public)
(field_declaration_list (access_specifier "protected") @section.restricted)
(field_declaration_list (access_specifier "private") @section.private)

(function_definition declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name) body: (_)? @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) body: (_)? @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) body: (_)? @body) @item.function
(function_definition declarator: (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) body: (_)? @body) @item.function
(function_definition declarator: (function_declarator declarator: (template_function name: (_) @name)) body: (_)? @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (template_function name: (_) @name))) body: (_)? @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (template_function name: (_) @name)))) body: (_)? @body) @item.function
(function_definition declarator: (reference_declarator (function_declarator declarator: (template_function name: (_) @name))) body: (_)? @body) @item.function
(function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (_) @container name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) body: (_)? @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier scope: (_) @container name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) body: (_)? @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier scope: (_) @container name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)))) body: (_)? @body) @item.function
(function_definition declarator: (reference_declarator (function_declarator declarator: (qualified_identifier scope: (_) @container name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) body: (_)? @body) @item.function
(function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (_) @container name: (template_function name: (_) @name))) body: (_)? @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier scope: (_) @container name: (template_function name: (_) @name)))) body: (_)? @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier scope: (_) @container name: (template_function name: (_) @name))))) body: (_)? @body) @item.function
(function_definition declarator: (reference_declarator (function_declarator declarator: (qualified_identifier scope: (_) @container name: (template_function name: (_) @name)))) body: (_)? @body) @item.function
(function_definition declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: (_) @container name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) body: (_)? @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: (_) @container name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)))) body: (_)? @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: (_) @container name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))))) body: (_)? @body) @item.function
(function_definition declarator: (reference_declarator (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: (_) @container name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)))) body: (_)? @body) @item.function
(function_definition declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @container name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)))) body: (_)? @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @container name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))))) body: (_)? @body) @item.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @container name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)))))) body: (_)? @body) @item.function
(function_definition declarator: (reference_declarator (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @container name: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))))) body: (_)? @body) @item.function
(function_definition declarator: (operator_cast) @name body: (_)? @body) @item.function
(function_definition declarator: (qualified_identifier scope: (_) @container name: (operator_cast) @name) body: (_)? @body) @item.function
(function_definition (field_initializer_list) @body) @item
(template_declaration "template" @keyword parameters: (_) @keyword (_) @item)
(declaration declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) @item.prototype
(field_declaration declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) @item.method
(friend_declaration (declaration declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)) @item.prototype)
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) @item.prototype
(field_declaration declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) @item.method
(friend_declaration (declaration declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) @item.prototype)
(declaration declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)))) @item.prototype
(field_declaration declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)))) @item.method
(friend_declaration (declaration declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)))) @item.prototype)
(declaration declarator: (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) @item.prototype
(field_declaration declarator: (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) @item.method
(friend_declaration (declaration declarator: (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name))) @item.prototype)
(declaration declarator: (operator_cast) @name) @item.method
(field_declaration declarator: (operator_cast) @name) @item.method
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @item.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @item.union
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @item.enum
(type_definition declarator: (type_identifier) @name) @item.typedef
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @item.typedef
(type_definition declarator: (reference_declarator (type_identifier) @name)) @item.typedef
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
(field_declaration declarator: (reference_declarator (field_identifier) @name)) @item.field
(field_declaration declarator: (field_identifier) @name default_value: (_) @value) @item.field
; A field made by a macro: `BIT(name);`
(field_declaration
  type: (type_identifier) @name
  declarator: (parenthesized_declarator (field_identifier) @name)) @item.field

; Constants and variables outside of functions.
(translation_unit (declaration declarator: (identifier) @name) @item.variable)
(translation_unit (declaration declarator: (pointer_declarator declarator: (identifier) @name)) @item.variable)
(translation_unit (declaration declarator: (array_declarator declarator: (identifier) @name)) @item.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name value: (_) @value)) @item.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @name) value: (_) @value)) @item.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @name) value: (_) @value)) @item.variable)
(declaration_list (declaration declarator: (identifier) @name) @item.variable)
(declaration_list (declaration declarator: (pointer_declarator declarator: (identifier) @name)) @item.variable)
(declaration_list (declaration declarator: (array_declarator declarator: (identifier) @name)) @item.variable)
(declaration_list (declaration declarator: (init_declarator declarator: (identifier) @name value: (_) @value)) @item.variable)
(declaration_list (declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @name) value: (_) @value)) @item.variable)
(declaration_list (declaration declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @name) value: (_) @value)) @item.variable)

; `static` outside of a class keeps a name in its file.
(translation_unit (function_definition . (storage_class_specifier) @private . (_) @_next
  (#eq? @private "static") (#not-match? @_next "inline|INLINE|constexpr")) @item)
(translation_unit (declaration . (storage_class_specifier) @private (#eq? @private "static")) @item)
(declaration_list (function_definition . (storage_class_specifier) @private . (_) @_next
  (#eq? @private "static") (#not-match? @_next "inline|INLINE|constexpr")) @item)
(declaration_list (declaration . (storage_class_specifier) @private (#eq? @private "static")) @item)
