[(line_comment) (block_comment)] @comment

(class_declaration name: (_) @name body: (_) @body) @item.class
(interface_declaration name: (_) @name body: (_) @body) @item.interface
(enum_declaration name: (_) @name body: (_) @body) @item.enum
(annotation_type_declaration name: (_) @name body: (_) @body) @item.annotation
(record_declaration name: (_) @name body: (_) @body) @item.record
(method_declaration name: (_) @name body: (_)? @body) @item.method
(annotation_type_element_declaration name: (_) @name) @item.method
(constructor_declaration name: (_) @name body: (_) @body) @item.constructor
(compact_constructor_declaration name: (_) @name body: (_) @body) @item.constructor
(field_declaration declarator: (variable_declarator name: (_) @name value: (_)? @value)) @item.field
(constant_declaration declarator: (variable_declarator name: (_) @name value: (_)? @value)) @item.field
(enum_constant name: (_) @name body: (_)? @body) @item.variant

(_ (modifiers [(annotation) (marker_annotation)] @note)) @item
(_ (modifiers "public" @public)) @item
(_ (modifiers "protected" @restricted)) @item
(_ (modifiers "private" @private)) @item
