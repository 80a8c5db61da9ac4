import Testing

/// A property's own observers access its storage, as in Swift.
@Suite struct ObservableStateObserverTests {
  @Test func theirOwnProperty() {
    expectExpansion(
      #"""
      @ObservableState
      struct State {
        var count = 0 {
          willSet { print(count, self.count, "\(count)") }
          didSet {
            count = max(0, self.count)
            other.count = State.count + count(of: 1) + f(count: count)
            if count > 9, count != oldValue { self.count = 9 }
          }
        }
      }
      """#,
      #"""

      struct State {
        var count {
          willSet { print(count, self.count, "\(count)") }
          didSet {
            count = max(0, self.count)
            other.count = State.count + count(of: 1) + f(count: count)
            if count > 9, count != oldValue { self.count = 9 }
          }
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
        private var _count = 0 {
            willSet { print(_count, self._count, "\(_count)") }
            didSet {
              _count = max(0, self._count)
              other.count = State.count + count(of: 1) + f(count: _count)
              if _count > 9, _count != oldValue { self._count = 9 }
            }
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

  @Test func localNames() {
    expectExpansion(
      #"""
      @ObservableState
      struct State {
        var count: Int? {
          didSet {
            count = 1
            if let count, count > 1 { self.count = count } else { count = 2 }
            if let count = count { print(count) }
            for count in [count] where count != nil { print(count) }
            switch count {
            case let count? where count > 1: print(count)
            case .some(let other): print(other, count)
            default: count = nil
            }
            while let count = next(count) { print(count) }
            do { try check(count) } catch let count { print(count) }
            guard let count = count else { return }
            print(count)
          }
        }
      }
      """#,
      #"""

      struct State {
        var count: Int? {
          didSet {
            count = 1
            if let count, count > 1 { self.count = count } else { count = 2 }
            if let count = count { print(count) }
            for count in [count] where count != nil { print(count) }
            switch count {
            case let count? where count > 1: print(count)
            case .some(let other): print(other, count)
            default: count = nil
            }
            while let count = next(count) { print(count) }
            do { try check(count) } catch let count { print(count) }
            guard let count = count else { return }
            print(count)
          }
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
        private var _count: Int? {
            didSet {
              _count = 1
              if let count, count > 1 { self._count = count } else { _count = 2 }
              if let count = _count { print(count) }
              for count in [_count] where count != nil { print(count) }
              switch _count {
              case let count? where count > 1: print(count)
              case .some(let other): print(other, _count)
              default: _count = nil
              }
              while let count = next(_count) { print(count) }
              do { try check(_count) } catch let count { print(count) }
              guard let count = _count else { return }
              print(count)
            }
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

  @Test func nestedFunctionsAccessTheProperty() {
    expectExpansion(
      #"""
      @ObservableState
      struct State {
        var count = 0 {
          willSet(count) { print(count, self.count) }
          didSet {
            [1].forEach { _ in count = 1 }
            func set() { self.count = 2 }
            struct Other { static var count = 3 }
            _ = \State.count
          }
        }
      }
      """#,
      #"""

      struct State {
        var count {
          willSet(count) { print(count, self.count) }
          didSet {
            [1].forEach { _ in count = 1 }
            func set() { self.count = 2 }
            struct Other { static var count = 3 
      }
            _ = \State.count
          }
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
        private var _count = 0 {
            willSet(count) { print(count, self._count) }
            didSet {
              [1].forEach { _ in count = 1 }
              func set() { self.count = 2 }
              struct Other { static var count = 3 
      }
              _ = \State.count
            }
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
