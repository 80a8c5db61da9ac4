import CaseKeyPaths
import CounterpointCore
import DependencyInjection
import Foundation
@_spi(Internals) import CounterpointSupport
import Observation
import Testing

/// Law 11: macros are sugar. A feature that is written by hand is one: this module has no macro of the library to use.
@MainActor
@Suite struct Law11MacrosAreSugarTests {
  @Test func aFeatureWrittenByHandIsObservedFieldByField() {
    let store = Store(initialState: Dimmer.State()) {
      Dimmer()
    } withDependencies: {
      $0[Meter.self].read = { 7 }
    }
    let told = Locked(0)
    withObservationTracking {
      _ = store.level
    } onChange: {
      told.withLock { $0 += 1 }
    }
    store.send(.renamed("hall"))
    #expect(told.withLock { $0 } == 0)
    store.send(.measured)
    #expect(told.withLock { $0 } == 1)
    #expect(store.level == 7)
  }

  @Test func itsCasesAndItsChildrenAreNamedByKeyPaths() {
    let store = Store(initialState: House.State()) { House() }
    store.scope(\.dimmer, action: \.dimmer).send(.renamed("hall"))
    #expect(store.withState(\.dimmer.name) == "hall")
    #expect(House.Action.dimmer(.renamed("x"))[case: \.dimmer.renamed] == "x")
    #expect(House.Action.dimmer(.measured)[case: \.dimmer.renamed] == nil)
  }

  /// `Scripts/check-macro-free` builds a package, and checks what was fetched.
  @Test func onlyThePlugInDependsOnSwiftSyntax() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let targets = manifest.split(separator: #/(?m)^ +(?=\.?(macro|target|tests|fixture)\()/#)
    #expect(targets.filter { $0.contains("map(swiftSyntax)") }.map { $0.prefix { $0 != "(" } } == [".macro"])
  }
}

private struct Meter: DependencyKey, Sendable {
  var read: @Sendable () -> Int
  static let liveValue = Meter(read: { 0 })
  static let testValue = Meter(read: { 0 })
}

private struct Dimmer: Reducer {
  struct State: Equatable {
    private var _level = 0
    private var _name = ""
    private var _$observationRegistrar = ObservationStateRegistrar()

    var level: Int {
      get {
        _$observationRegistrar.access(0)
        return _level
      }
      set { _$observationRegistrar.set(&_level, to: newValue, field: 0) }
    }

    var name: String {
      get {
        _$observationRegistrar.access(1)
        return _name
      }
      set { _$observationRegistrar.set(&_name, to: newValue, field: 1) }
    }

    static func _$fields(_ fields: _ObservedFields<Self>) {
      if case \Self.level = fields { fields.addNamed(0, stored: \Self._level, registrar: \Self._$observationRegistrar) }
      if case \Self.name = fields { fields.addNamed(1, stored: \Self._name, registrar: \Self._$observationRegistrar) }
    }
    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }

    static func == (left: Self, right: Self) -> Bool { left.level == right.level && left.name == right.name }
  }

  enum Action: CasePathable {
    case renamed(String)
    case measured

    struct AllCasePaths: Sendable {
      var renamed: AnyCasePath<Action, String> {
        AnyCasePath(embed: { .renamed($0) }, extract: { if case .renamed(let name) = $0 { name } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Dependency(Meter.self) var meter

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .renamed(let name): state.name = name
      case .measured: state.level = meter.read()
      }
      return .none
    }
  }
}

extension Dimmer.State: nonisolated ObservableState {}

private struct House: Reducer {
  struct State {
    var dimmer = Dimmer.State()
  }

  enum Action: CasePathable {
    case dimmer(Dimmer.Action)

    struct AllCasePaths: Sendable {
      var dimmer: AnyCasePath<Action, Dimmer.Action> {
        AnyCasePath(embed: { .dimmer($0) }, extract: { if case .dimmer(let action) = $0 { action } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.dimmer, action: \.dimmer) { Dimmer() }
  }
}
