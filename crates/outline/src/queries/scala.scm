[(comment) (block_comment)] @comment

(class_definition name: (_) @name body: (_)? @body) @item.class
(object_definition name: (_) @name body: (_)? @body) @item.object
(package_object name: (_) @name body: (_)? @body) @item.object
(trait_definition name: (_) @name body: (_)? @body) @item.trait
(enum_definition name: (_) @name body: (_) @body) @item.enum
(simple_enum_case name: (_) @name) @item.variant
(full_enum_case name: (_) @name) @item.variant
(function_definition name: (_) @name body: (_) @body) @item.function
(function_declaration name: (_) @name) @item.function
(type_definition name: (_) @name) @item.type
(given_definition name: (_) @name body: (_)? @value) @item.given
(extension_definition "extension" @name body: (_) @body) @item.extension
(template_body (val_definition pattern: (identifier) @name value: (_) @value) @item.variable)
(template_body (var_definition pattern: (identifier) @name value: (_) @value) @item.variable)
(template_body (val_declaration name: (_) @name) @item.variable)
(template_body (var_declaration name: (_) @name) @item.variable)
(compilation_unit (val_definition pattern: (identifier) @name value: (_) @value) @item.variable)
(compilation_unit (var_definition pattern: (identifier) @name value: (_) @value) @item.variable)

(_ (annotation) @note) @item
(_ (modifiers (access_modifier "private" @private))) @item
(_ (modifiers (access_modifier "protected" @restricted))) @item
