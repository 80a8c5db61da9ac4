import Testing

/// The members that the macro adds, depending on the existing ones.
@Suite struct ObservableStateMemberTests {
  @Test func existingMembers() {
    expectExpansion(
      """
      @ObservableState
      struct State: ObservableState {
        var n = 0
        var _$observationRegistrar = ObservationStateRegistrar()
        var _$id: ObservableStateID { _$observationRegistrar.id }
        mutating func _$willModify() {}
        static func _$fields(_ fields: _ObservedFields<Self>) {}
      }
      """,
      """

      struct State: ObservableState {
        var n {
        @storageRestrictions(initializes: _n)
        init(initialValue) {
          _n = initialValue
        }
        get {
          _$observationRegistrar.access(_$Field.n)
          return _n
        }
        set {
          _$observationRegistrar.set(&_n, to: newValue, field: _$Field.n)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_n, field: _$Field.n)
          defer {
            _$observationRegistrar.didModify(&_n, edit, field: _$Field.n)
          }
          yield &_n
        }
        }
        private var _n = 0
        var _$observationRegistrar = ObservationStateRegistrar()
        var _$id: ObservableStateID { _$observationRegistrar.id }
        mutating func _$willModify() {}
        static func _$fields(_ fields: _ObservedFields<Self>) {}

        private nonisolated enum _$Field {
          static var n: Int { 0 }
        }
      }
      """
    )
  }

  @Test func availability() {
    expectExpansion(
      """
      @available(macOS 99, *)
      @ObservableState
      struct State {
      }
      """,
      """
      @available(macOS 99, *)
      struct State {
        nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      @available(macOS 99, *)
      extension State: nonisolated CounterpointCore.ObservableState {}
      """
    )
  }

  @Test func attributesByHand() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @ObservationStateTracked var a = 0
        var b: Int
      }
      """,
      #"""

      struct State {
        var a {
        @storageRestrictions(initializes: _a)
        init(initialValue) {
          _a = initialValue
        }
        get {
          _$observationRegistrar.access(_$Field.a)
          return _a
        }
        set {
          _$observationRegistrar.set(&_a, to: newValue, field: _$Field.a)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_a, field: _$Field.a)
          defer {
            _$observationRegistrar.didModify(&_a, edit, field: _$Field.a)
          }
          yield &_a
        }
        }
        private var _a = 0
        var b: Int {
        @storageRestrictions(initializes: _b, _$observationRegistrar)
        init(initialValue) {
          _b = initialValue
          _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()
        }
        get {
          _$observationRegistrar.access(_$Field.b)
          return _b
        }
        set {
          _$observationRegistrar.set(&_b, to: newValue, field: _$Field.b)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_b, field: _$Field.b)
          defer {
            _$observationRegistrar.didModify(&_b, edit, field: _$Field.b)
          }
          yield &_b
        }
        }
        private var _b: Int

        private nonisolated enum _$Field {
          static var a: Int { 0 }
          static var b: Int { 1 }
        }
        private nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated static func _$fields(_ fields: CounterpointCore._ObservedFields<Self>) {
          if case \Self.a = fields { fields.addNamed(_$Field.a, stored: \Self._a, registrar: \Self._$observationRegistrar) }
          if case \Self.b = fields { fields.addNamed(_$Field.b, stored: \Self._b, registrar: \Self._$observationRegistrar) }
        }

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """#
    )
  }
}
