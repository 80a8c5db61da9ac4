import Testing

/// Properties inside `#if` keep their conditions.
@Suite struct ObservableStateConditionTests {
  /// The compiler also adds the attributes to properties inside `#if`; the expansion tool of these tests doesn't.
  @Test func everyBranch() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        #if DEBUG
        var a = 0
        #if os(Linux)
        var b: Int
        #endif
        #elseif A
        let x = 0
        #else
        var c = 0
        #endif
        var d: Int
        @available(*, deprecated) var e = 1
      }
      """,
      #"""

      struct State {
        #if DEBUG
        var a = 0
        #if os(Linux)
        var b: Int
        #endif
        #elseif A
        let x = 0
        #else
        var c = 0
        #endif
        var d: Int {
        @storageRestrictions(initializes: _d)
        init(initialValue) {
          _d = initialValue
        }
        get {
          _$observationRegistrar.access(_$Field.d)
          return _d
        }
        set {
          _$observationRegistrar.set(&_d, to: newValue, field: _$Field.d)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_d, field: _$Field.d)
          defer {
            _$observationRegistrar.didModify(&_d, edit, field: _$Field.d)
          }
          yield &_d
        }
        }
        private var _d: Int
        @available(*, deprecated)
        var e {
        @storageRestrictions(initializes: _e, _$observationRegistrar)
        init(initialValue) {
          _e = initialValue
          _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()
        }
        get {
          _$observationRegistrar.access(_$Field.e)
          return _e
        }
        set {
          _$observationRegistrar.set(&_e, to: newValue, field: _$Field.e)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_e, field: _$Field.e)
          defer {
            _$observationRegistrar.didModify(&_e, edit, field: _$Field.e)
          }
          yield &_e
        }
        }
        private var _e = 1

        private nonisolated enum _$Field {
          #if DEBUG
          static var a: Int { 0 }
          #if os(Linux)
          static var b: Int { 1 }
          #endif
          #elseif !(A)
          static var c: Int { 2 }
          #endif
          static var d: Int { 3 }
          static var e: Int { 4 }
        }
        private nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated static func _$fields(_ fields: CounterpointCore._ObservedFields<Self>) {
          #if DEBUG
          if case \Self.a = fields { fields.addNamed(_$Field.a, stored: \Self._a, registrar: \Self._$observationRegistrar) }
          #if os(Linux)
          if case \Self.b = fields { fields.addNamed(_$Field.b, stored: \Self._b, registrar: \Self._$observationRegistrar) }
          #endif
          #elseif !(A)
          if case \Self.c = fields { fields.addNamed(_$Field.c, stored: \Self._c, registrar: \Self._$observationRegistrar) }
          #endif
          if case \Self.d = fields { fields.addNamed(_$Field.d, stored: \Self._d, registrar: \Self._$observationRegistrar) }
        }

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """#
    )
  }
}
