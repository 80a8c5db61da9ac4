import Testing

/// The observed properties of a struct, and their expansions.
@Suite struct ObservableStateStructTests {
  @Test func storedVariables() {
    expectExpansion(
      """
      @ObservableState
      public struct State: Equatable {
        let id: Int
        var count = 0
        public private(set) var fact: String?
        static var shared = 1
        var double: Int { count * 2 }
        var half: Int {
          get { count / 2 }
          set { count = newValue * 2 }
        }
        lazy var slow = 1
      }
      """,
      #"""

      public struct State: Equatable {
        let id: Int
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
        public private(set) var fact: String? {
        @storageRestrictions(initializes: _fact)
        init(initialValue) {
          _fact = initialValue
        }
        get {
          _$observationRegistrar.access(_$Field.fact)
          return _fact
        }
        set {
          _$observationRegistrar.set(&_fact, to: newValue, field: _$Field.fact)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_fact, field: _$Field.fact)
          defer {
            _$observationRegistrar.didModify(&_fact, edit, field: _$Field.fact)
          }
          yield &_fact
        }
        }
        private var _fact: String?
        static var shared = 1
        var double: Int { count * 2 }
        var half: Int {
          get { count / 2 }
          set { count = newValue * 2 }
        }
        lazy var slow = 1

        private nonisolated enum _$Field {
          static var count: Int { 0 }
          static var fact: Int { 1 }
        }
        private nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated static func _$fields(_ fields: CounterpointCore._ObservedFields<Self>) {
          if case \Self.count = fields { fields.addNamed(_$Field.count, stored: \Self._count, registrar: \Self._$observationRegistrar) }
          if case \Self.fact = fields { fields.addNamed(_$Field.fact, stored: \Self._fact, registrar: \Self._$observationRegistrar) }
        }

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """#
    )
  }

  @Test func unchangedProperties() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        @ObservationStateIgnored var a = 0
        @Shared var b: Int
        @SharedReader(.inMemory("c")) var c = 0
        @Fetch var d = 0
        @FetchAll var e: [Int]
        @Sharing.FetchOne var f = 0
        let g = 0
      }
      """,
      """

      struct State {
        var a = 0
        @Shared var b: Int
        @SharedReader(.inMemory("c")) var c = 0
        @Fetch var d = 0
        @FetchAll var e: [Int]
        @Sharing.FetchOne var f = 0
        let g = 0
        nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """
    )
  }

  @Test func propertiesWithObservers() {
    expectExpansion(
      """
      @ObservableState
      struct State {
        var count: Int = 0 {
          willSet { print(newValue) }
          didSet { print(oldValue) }
        }
      }
      """,
      #"""

      struct State {
        var count: Int {
          willSet { print(newValue) }
          didSet { print(oldValue) }
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
            var previous = _count
            _count = newValue
            _$observationRegistrar.set(&previous, to: _count, field: _$Field.count)
          }

          _modify {
            var value = _count
            let edit = _$observationRegistrar.willModify(&value, field: _$Field.count)
            defer {
              _count = value
              value = _count
              _$observationRegistrar.didModify(&value, edit, field: _$Field.count)
            }
            yield &value
          }
        }
        private var _count: Int = 0 {
            willSet { print(newValue) }
            didSet { print(oldValue) }
          }

        private nonisolated enum _$Field {
          static var count: Int { 0 }
        }
        private nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated static func _$fields(_ fields: CounterpointCore._ObservedFields<Self>) {
          if case \Self.count = fields { fields.addNamed(_$Field.count, stored: \Self._count, registrar: \Self._$observationRegistrar) }
        }

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """#
    )
  }

  @Test func names() {
    expectExpansion(
      """
      @ObservableState
      struct State<Element> {
        var `default`: Element
        var value = 0 // A comment.
      }
      """,
      #"""

      struct State<Element> {
        var `default`: Element {
        @storageRestrictions(initializes: _default)
        init(initialValue) {
          _default = initialValue
        }
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
        private var _default: Element
        var value { // A comment.
        @storageRestrictions(initializes: _value, _$observationRegistrar)
        init(initialValue) {
          _value = initialValue
          _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()
        }
        get {
          _$observationRegistrar.access(_$Field.value)
          return _value
        }
        set {
          _$observationRegistrar.set(&_value, to: newValue, field: _$Field.value)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_value, field: _$Field.value)
          defer {
            _$observationRegistrar.didModify(&_value, edit, field: _$Field.value)
          }
          yield &_value
        }
        }
        private var _value = 0

        private nonisolated enum _$Field {
          static var `default`: Int { 0 }
          static var value: Int { 1 }
        }
        private nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated static func _$fields(_ fields: CounterpointCore._ObservedFields<Self>) {
          if case \Self.`default` = fields { fields.addNamed(_$Field.`default`, stored: \Self._default, registrar: \Self._$observationRegistrar) }
          if case \Self.value = fields { fields.addNamed(_$Field.value, stored: \Self._value, registrar: \Self._$observationRegistrar) }
        }

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """#
    )
  }
}
