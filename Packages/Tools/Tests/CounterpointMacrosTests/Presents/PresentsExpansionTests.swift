import Testing

/// The accessors, the storage and the projection of a presented state.
@Suite struct PresentsExpansionTests {
  @Test func inASavedState() {
    expectExpansion(
      """
      @ObservableState
      struct State: Codable {
        var count = 0
        @Presents public private(set) var editor: Editor.State?
      }
      """,
      #"""

      struct State: Codable {
        var count {
        @storageRestrictions(initializes: _count, _$observationRegistrar)
        init(initialValue) {
          _count = initialValue
          _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()
        }
        get {
          _$observationRegistrar.access(_$Field.count)
          return _count
        }
        set {
          _$observationRegistrar.set(&_count, to: newValue, field: _$Field.count)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_count, field: _$Field.count)
          defer {
            _$observationRegistrar.didModify(&_count, edit, field: _$Field.count)
          }
          yield &_count
        }
        }
        private var _count = 0
        public private(set) var editor: Editor.State? {
        @storageRestrictions(initializes: _editor)
        init(initialValue) {
          _editor = .init(wrappedValue: initialValue)
        }
        get {
          _$observationRegistrar.access(_$Field.editor)
          return _editor.wrappedValue
        }
        set {
          _$observationRegistrar.set(&_editor, to: .init(wrappedValue: newValue), field: _$Field.editor)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_editor, field: _$Field.editor)
          defer {
            _$observationRegistrar.didModify(&_editor, edit, field: _$Field.editor)
          }
          yield &_editor.wrappedValue
        }
        }

        public private(set) var $editor: CounterpointCore.PresentationState<Editor.State> {
          get {
            _$observationRegistrar.access(_$Field.editor)
            return _editor
          }
          set {
            _$observationRegistrar.set(&_editor, to: newValue, field: _$Field.editor)
          }
          _modify {
            let edit = _$observationRegistrar.willModify(&_editor, field: _$Field.editor)
            defer {
              _$observationRegistrar.didModify(&_editor, edit, field: _$Field.editor)
            }
            yield &_editor
          }
        }
        private var _editor: CounterpointCore.PresentationState<Editor.State> = .init(wrappedValue: nil)

        private nonisolated enum _$Field {
          static var count: Int { 0 }
          static var editor: Int { 1 }
        }
        private nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated static func _$fields(_ fields: CounterpointCore._ObservedFields<Self>) {
          if case \Self.count = fields { fields.addNamed(_$Field.count, stored: \Self._count, registrar: \Self._$observationRegistrar) }
          if case \Self.$editor = fields { fields.addNamed(_$Field.editor, stored: \Self._editor, registrar: \Self._$observationRegistrar) }
          if case \Self.editor = fields { fields.addPresented(_$Field.editor, stored: \Self._editor, registrar: \Self._$observationRegistrar) }
        }

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }

        private nonisolated enum CodingKeys: Swift.String, Swift.CodingKey {
          case _count = "count"
          case _editor = "editor"
        }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """#
    )
  }

  @Test func otherSpellings() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @available(*, deprecated)
        @Presents
        var `default`: Optional<Editor.State> = Editor.State()
      }
      """,
      """

      struct State {
        @available(*, deprecated)
        var `default`: Optional<Editor.State> {
        @storageRestrictions(initializes: _default)
        init(initialValue) {
          _default = .init(wrappedValue: initialValue)
        }
        get {
          _$observationRegistrar.access(_$Field.`default`)
          return _default.wrappedValue
        }
        set {
          _$observationRegistrar.set(&_default, to: .init(wrappedValue: newValue), field: _$Field.`default`)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_default, field: _$Field.`default`)
          defer {
            _$observationRegistrar.didModify(&_default, edit, field: _$Field.`default`)
          }
          yield &_default.wrappedValue
        }
        }

        @available(*, deprecated)
        var $default: CounterpointCore.PresentationState<Editor.State> {
          get {
            _$observationRegistrar.access(_$Field.`default`)
            return _default
          }
          set {
            _$observationRegistrar.set(&_default, to: newValue, field: _$Field.`default`)
          }
          _modify {
            let edit = _$observationRegistrar.willModify(&_default, field: _$Field.`default`)
            defer {
              _$observationRegistrar.didModify(&_default, edit, field: _$Field.`default`)
            }
            yield &_default
          }
        }
        private var _default: CounterpointCore.PresentationState<Editor.State> = .init(wrappedValue: Editor.State())

        private nonisolated enum _$Field {
          static var `default`: Int { 0 }
        }
        nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """
    )
  }
}
