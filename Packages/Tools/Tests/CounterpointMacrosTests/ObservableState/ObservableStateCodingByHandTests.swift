import Testing

/// A user-defined coding is unchanged.
@Suite struct ObservableStateCodingByHandTests {
  @Test func functions() {
    expectExpansion(
      """
      @ObservableState
      struct State: Codable {
        var count = 0
        enum CodingKeys: CodingKey { case count }
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}
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
        enum CodingKeys: CodingKey { case count 
      }
        init(from decoder: any Decoder) throws {}
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
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """#
    )
  }

  @Test func keysOfTheStorage() {
    expectExpansion(
      """
      @ObservableState
      struct State: Codable {
        var count = 0
        enum CodingKeys: String, CodingKey { case _count = "count" }
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
        enum CodingKeys: String, CodingKey { case _count = "count" 
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
}
