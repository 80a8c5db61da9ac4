import Testing

/// The declaration of the storage of a property.
@Suite struct ObservableStateStorageTests {
  @Test func namesThatNeedBackticks() {
    expectExpansion(
      #"""
      @ObservableState
      struct State: Codable {
        var `two words` = 0
        var `default` = 1
      }
      """#,
      #"""

      struct State: Codable {
        var `two words` {
        @storageRestrictions(initializes: `_two words`, _$observationRegistrar)
        init(initialValue) {
          `_two words` = initialValue
          _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()
        }
        get {
          _$observationRegistrar.access(_$Field.`two words`)
          return `_two words`
        }
        set {
          _$observationRegistrar.set(&`_two words`, to: newValue, field: _$Field.`two words`)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&`_two words`, field: _$Field.`two words`)
          defer {
            _$observationRegistrar.didModify(&`_two words`, edit, field: _$Field.`two words`)
          }
          yield &`_two words`
        }
        }
        private var `_two words` = 0
        var `default` {
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
        private var _default = 1

        private nonisolated enum _$Field {
          static var `two words`: Int { 0 }
          static var `default`: Int { 1 }
        }
        private nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated static func _$fields(_ fields: CounterpointCore._ObservedFields<Self>) {
          if case \Self.`two words` = fields { fields.addNamed(_$Field.`two words`, stored: \Self.`_two words`, registrar: \Self._$observationRegistrar) }
          if case \Self.`default` = fields { fields.addNamed(_$Field.`default`, stored: \Self._default, registrar: \Self._$observationRegistrar) }
        }

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }

        private nonisolated enum CodingKeys: Swift.String, Swift.CodingKey {
          case `_two words` = "two words"
          case _default = "default"
        }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """#
    )
  }

  @Test func isolation() {
    expectExpansion(
      #"""
      @ObservableState
      struct State {
        nonisolated(unsafe) public private(set) var object: Object?
        nonisolated var number = 1
      }
      """#,
      #"""

      struct State {
        nonisolated(unsafe) public private(set) var object: Object? {
        @storageRestrictions(initializes: _object)
        init(initialValue) {
          _object = initialValue
        }
        get {
          _$observationRegistrar.access(_$Field.object)
          return _object
        }
        set {
          _$observationRegistrar.set(&_object, to: newValue, field: _$Field.object)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_object, field: _$Field.object)
          defer {
            _$observationRegistrar.didModify(&_object, edit, field: _$Field.object)
          }
          yield &_object
        }
        }
        private nonisolated(unsafe) var _object: Object?
        nonisolated var number {
        @storageRestrictions(initializes: _number, _$observationRegistrar)
        init(initialValue) {
          _number = initialValue
          _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()
        }
        get {
          _$observationRegistrar.access(_$Field.number)
          return _number
        }
        set {
          _$observationRegistrar.set(&_number, to: newValue, field: _$Field.number)
        }
        _modify {
          let edit = _$observationRegistrar.willModify(&_number, field: _$Field.number)
          defer {
            _$observationRegistrar.didModify(&_number, edit, field: _$Field.number)
          }
          yield &_number
        }
        }
        private nonisolated var _number = 1

        private nonisolated enum _$Field {
          static var object: Int { 0 }
          static var number: Int { 1 }
        }
        private nonisolated var _$observationRegistrar = CounterpointCore.ObservationStateRegistrar()

        public nonisolated static func _$fields(_ fields: CounterpointCore._ObservedFields<Self>) {
          if case \Self.object = fields { fields.addNamed(_$Field.object, stored: \Self._object, registrar: \Self._$observationRegistrar) }
          if case \Self.number = fields { fields.addNamed(_$Field.number, stored: \Self._number, registrar: \Self._$observationRegistrar) }
        }

        public nonisolated var _$id: CounterpointCore.ObservableStateID { _$observationRegistrar.id }

        public nonisolated mutating func _$willModify() { _$observationRegistrar.willModify() }
      }

      extension State: nonisolated CounterpointCore.ObservableState {}
      """#
    )
  }
}
