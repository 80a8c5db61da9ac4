import Testing

/// If the user writes one half of the coding, the macro generates the other half, with keys for both.
@Suite struct ObservableStateCodingHalvesTests {
  @Test func decodedByHand() {
    expectExpansion(
      #"""
      @ObservableState
      struct State: Codable {
        var count = 0
        lazy var slow = 1

        init(from decoder: any Decoder) throws {
          count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
        }
      }
      """#,
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
        lazy var slow = 1

        init(from decoder: any Decoder) throws {
          count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
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

        private nonisolated enum CodingKeys: Swift.String, Swift.CodingKey {
          case count
        }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}

      extension State {
        func encode(to encoder: any Swift.Encoder) throws {
          var values = encoder.container(keyedBy: CodingKeys.self)
          try values._$encode(count, forKey: .count)
        }
      }
      """#
    )
  }

  @Test func encodedByHand() {
    expectExpansion(
      #"""
      public extension Feature {
        @ObservableState
        struct State: Codable {
          let id = 1
          var count = 0

          func encode(to encoder: any Encoder) throws {}
        }
      }
      """#,
      #"""
      public extension Feature {
        struct State: Codable {
          let id = 1
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

          func encode(to encoder: any Encoder) throws {}

          private nonisolated enum _$Field {
            static var count: Int { 0 }
          }
          private nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

          public nonisolated static func _$fields(_ fields: CounterpointCore._ObservedFields<Self>) {
            if case \Self.count = fields { fields.addNamed(_$Field.count, stored: \Self._count, registrar: \Self._$observationRegistrar) }
          }

          public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

          public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }

          private nonisolated enum CodingKeys: Swift.String, Swift.CodingKey {
            case id
            case count
          }
        }
      }

      extension Feature.State: nonisolated CounterpointCore.ObservableState {}

      extension Feature.State {
        public init(from decoder: any Swift.Decoder) throws {
          let values = try decoder.container(keyedBy: CodingKeys.self)
          self.count = try values._$decode(\Self.count, forKey: .count)
        }
      }
      """#
    )
  }
}
