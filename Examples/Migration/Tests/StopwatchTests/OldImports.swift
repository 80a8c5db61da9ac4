import CasePaths
import Clocks
import ConcurrencyExtras
import Dependencies
import DependenciesMacros
import DependenciesTestSupport
import IdentifiedCollections
import Sharing
import Testing

// The imports of files that use parts of the Composable Architecture only.

@CasePathable
@dynamicMemberLookup
private enum Delivery {
  case parcel(Int)
  case letter
}

private struct Parcel: Identifiable, Equatable {
  let id: Int
}

@DependencyClient
private struct Scale: Sendable {
  var weigh: @Sendable (_ parcel: Int) async throws -> Double
}

extension Scale: TestDependencyKey {
  static let testValue = Scale()
}

private struct LabelPrinter: TestDependencyKey, Sendable {
  var print: @Sendable (Int) -> Void
  static let testValue = LabelPrinter(print: unimplemented("LabelPrinter.print"))
}

@Suite struct OldImports {
  @Test func eachModuleHasItsNames() async throws {
    let deliveries = [Delivery.parcel(1), .letter]
    #expect(deliveries.compactMap(\.parcel) == [1])

    let parcels: IdentifiedArrayOf<Parcel> = [Parcel(id: 1)]
    #expect(parcels[id: 1] == Parcel(id: 1))

    @Shared(.inMemory("parcels")) var count = 0
    $count.withLock { $0 += 1 }
    #expect(count == 1)

    let clock = TestClock()
    let printed = LockIsolated<[Int]>([])
    try await withDependencies {
      $0[Scale.self].weigh = { _ in 1.5 }
      $0[LabelPrinter.self].print = { number in printed.withValue { $0.append(number) } }
      $0.continuousClock = clock
    } operation: {
      @Dependency(Scale.self) var scale
      @Dependency(LabelPrinter.self) var printer
      let weight = try await scale.weigh(parcel: 1)
      #expect(weight == 1.5)
      printer.print(1)
    }
    #expect(printed.value == [1])
  }
}
