import Testing

/// A presentation inside `#if` expands under the same condition.
@Suite struct PresentsConditionTests {
  @Test func insideIf() {
    expectExpansion(
      #"""
      @ObservableState
      struct State {
        var count = 0
        #if A
        @Presents var child: Child.State?
        #else
        @Presents public var `other`: Child.State?
        #endif
      }
      """#,
      #"""

      struct State {
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
        #if A
        var child: Child.State? {
        @storageRestrictions(initializes: _child)
        init(initialValue) {
          _child = .init(wrappedValue: initialValue)
        }
        get {
          _$observationRegistrar.access(_$Field.child)
          return _child.wrappedValue
        }
        set {
          _$observationRegistrar.set(&_child, to: .init(wrappedValue: newValue), field: _$Field.child)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_child, field: _$Field.child)
          defer {
            _$observationRegistrar.didModify(&_child, edit, field: _$Field.child)
          }
          yield &_child.wrappedValue
        }
        }
        #else
        public var `other`: Child.State? {
        @storageRestrictions(initializes: _other)
        init(initialValue) {
          _other = .init(wrappedValue: initialValue)
        }
        get {
          _$observationRegistrar.access(_$Field.`other`)
          return _other.wrappedValue
        }
        set {
          _$observationRegistrar.set(&_other, to: .init(wrappedValue: newValue), field: _$Field.`other`)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_other, field: _$Field.`other`)
          defer {
            _$observationRegistrar.didModify(&_other, edit, field: _$Field.`other`)
          }
          yield &_other.wrappedValue
        }
        }
        #endif

        private nonisolated enum _$Field {
          static var count: Int { 0 }
          #if A
          static var child: Int { 1 }
          #else
          static var `other`: Int { 2 }
          #endif
        }
        private nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated static func _$fields(_ fields: CounterpointCore._ObservedFields<Self>) {
          if case \Self.count = fields { fields.addNamed(_$Field.count, stored: \Self._count, registrar: \Self._$observationRegistrar) }
          #if A
          if case \Self.$child = fields { fields.addNamed(_$Field.child, stored: \Self._child, registrar: \Self._$observationRegistrar) }
          if case \Self.child = fields { fields.addPresented(_$Field.child, stored: \Self._child, registrar: \Self._$observationRegistrar) }
          #else
          if case \Self.$other = fields { fields.addNamed(_$Field.`other`, stored: \Self._other, registrar: \Self._$observationRegistrar) }
          if case \Self.`other` = fields { fields.addPresented(_$Field.`other`, stored: \Self._other, registrar: \Self._$observationRegistrar) }
          #endif
        }

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """#
    )
  }
}
