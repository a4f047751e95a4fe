(comment) @comment

(namespace_declaration name: (_) @name @public body: (_) @body) @item.namespace
(class_declaration name: (_) @name body: (_) @body) @item.class
(struct_declaration name: (_) @name body: (_) @body) @item.struct
(interface_declaration name: (_) @name body: (_) @body) @item.interface
(record_declaration name: (_) @name body: (_)? @body) @item.record
(enum_declaration name: (_) @name body: (_) @body) @item.enum
(enum_member_declaration name: (_) @name) @item.variant
(delegate_declaration name: (_) @name) @item.delegate
(method_declaration name: (_) @name body: (_)? @body) @item.method
(local_function_statement name: (_) @name body: (_)? @body) @item.function
(constructor_declaration name: (_) @name [(constructor_initializer) (block) (arrow_expression_clause)] @body) @item.constructor
(destructor_declaration name: (_) @name body: (_) @body) @item.method
(operator_declaration operator: _ @name body: (_)? @body) @item.method
(conversion_operator_declaration type: (_) @name body: (_)? @body) @item.method
(indexer_declaration "this" @name [accessors: (_) value: (_)] @body) @item.property
(property_declaration name: (_) @name [accessors: (_) value: (_)] @body) @item.property
(event_declaration name: (_) @name) @item.event
(event_field_declaration (variable_declaration (variable_declarator name: (_) @name))) @item.event
(field_declaration (variable_declaration (variable_declarator name: (_) @name (_)? @value))) @item.field

(_ (attribute_list) @note) @item
(_ (modifier "public" @public)) @item
(_ (modifier "protected" @restricted)) @item
(_ (modifier "internal" @restricted)) @item
(_ (modifier "private" @private)) @item
(_ (modifier "file" @private)) @item
; An implementation of an interface's member is as visible as the interface.
(method_declaration (explicit_interface_specifier) @restricted) @item
