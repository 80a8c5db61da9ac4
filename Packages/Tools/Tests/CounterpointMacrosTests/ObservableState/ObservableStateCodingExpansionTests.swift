import Testing

/// The coding of a struct under the names of its properties.
@Suite struct ObservableStateCodingExpansionTests {
  @Test func generatedKeys() {
    expectExpansion(
      """
      @ObservableState
      struct State: Codable {
        let id: Int
        var count = 0
        #if DEBUG
        var debug = false
        #endif
        var total: Int { count }
        static let zero = 0
      }
      """,
      #"""

      struct State: Codable {
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
        #if DEBUG
        var debug = false
        #endif
        var total: Int { count }
        static let zero = 0

        private nonisolated enum _$Field {
          static var count: Int { 0 }
          #if DEBUG
          static var debug: Int { 1 }
          #endif
        }
        private nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated static func _$fields(_ fields: CounterpointCore._ObservedFields<Self>) {
          if case \Self.count = fields { fields.addNamed(_$Field.count, stored: \Self._count, registrar: \Self._$observationRegistrar) }
          #if DEBUG
          if case \Self.debug = fields { fields.addNamed(_$Field.debug, stored: \Self._debug, registrar: \Self._$observationRegistrar) }
          #endif
        }

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }

        private nonisolated enum CodingKeys: Swift.String, Swift.CodingKey {
          case id
          case _count = "count"
          #if DEBUG
          case _debug = "debug"
          #endif
        }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """#
    )
  }

  @Test func noProperties() {
    expectExpansion(
      """
      @ObservableState
      struct State: Swift.Decodable {
      }
      """,
      """

      struct State: Swift.Decodable {
        nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }

        private nonisolated enum CodingKeys: Swift.CodingKey {
        }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """
    )
  }

  @Test func keysOfItsOwn() {
    expectExpansion(
      """
      @ObservableState
      public struct State: Codable {
        let id: Int
        var count = 0
        let version = 1
        #if DEBUG
        var debug = false
        #endif
        var hidden = 0

        enum CodingKeys: String, CodingKey {
          case id, count = "n", version
          #if DEBUG
          case debug
          #endif
        }
      }
      """,
      #"""

      public struct State: Codable {
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
        let version = 1
        #if DEBUG
        var debug = false
        #endif
        var hidden {
        @storageRestrictions(initializes: _hidden)
        init(initialValue) {
          _hidden = initialValue
        }
        get {
          _$observationRegistrar.access(_$Field.hidden)
          return _hidden
        }
        set {
          _$observationRegistrar.set(&_hidden, to: newValue, field: _$Field.hidden)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_hidden, field: _$Field.hidden)
          defer {
            _$observationRegistrar.didModify(&_hidden, edit, field: _$Field.hidden)
          }
          yield &_hidden
        }
        }
        private var _hidden = 0

        enum CodingKeys: String, CodingKey {
          case id, count = "n", version
          #if DEBUG
          case debug
          #endif
        }

        private nonisolated enum _$Field {
          static var count: Int { 0 }
          #if DEBUG
          static var debug: Int { 1 }
          #endif
          static var hidden: Int { 2 }
        }
        private nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated static func _$fields(_ fields: CounterpointCore._ObservedFields<Self>) {
          if case \Self.count = fields { fields.addNamed(_$Field.count, stored: \Self._count, registrar: \Self._$observationRegistrar) }
          #if DEBUG
          if case \Self.debug = fields { fields.addNamed(_$Field.debug, stored: \Self._debug, registrar: \Self._$observationRegistrar) }
          #endif
          if case \Self.hidden = fields { fields.addNamed(_$Field.hidden, stored: \Self._hidden, registrar: \Self._$observationRegistrar) }
        }

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}

      extension State {
        public init(from decoder: any Swift.Decoder) throws {
          let values = try decoder.container(keyedBy: CodingKeys.self)
          self.id = try values._$decode(\Self.id, forKey: .id)
          self.count = try values._$decode(\Self.count, forKey: .count)
          #if DEBUG
          self.debug = try values._$decode(\Self.debug, forKey: .debug)
          #endif
        }

        public func encode(to encoder: any Swift.Encoder) throws {
          var values = encoder.container(keyedBy: CodingKeys.self)
          try values._$encode(id, forKey: .id)
          try values._$encode(count, forKey: .count)
          try values._$encode(version, forKey: .version)
          #if DEBUG
          try values._$encode(debug, forKey: .debug)
          #endif
        }
      }
      """#
    )
  }
}
