import DependencyInjection
import Testing

/// The overrides that a `@Dependency` captures, and their precedence.
@Suite struct DependencyTests {
  final class Model {
    @Dependency(\.number) var number
    @Dependency(\.optional) var optional
    @Dependency(\.sum) var sum
  }

  @Test func anObjectKeepsTheOverridesItWasMadeWith() {
    let model = withDependencies {
      $0.number = 10
    } operation: {
      Model()
    }
    #expect(model.number == 10)
    #expect(model.optional == 3)
  }

  @Test func anOverrideAtTheReadTakesPrecedence() {
    let model = withDependencies {
      $0.number = 10
      $0.optional = 20
    } operation: {
      Model()
    }
    withDependencies {
      $0.number = 11
    } operation: {
      #expect(model.number == 11)
      #expect(model.optional == 20)
    }
    #expect(model.number == 10)
  }

  @Test func nestedReadsUseTheSameValues() {
    let model = withDependencies {
      $0.number = 10
    } operation: {
      Model()
    }
    withDependencies {
      $0.optional = 5
    } operation: {
      #expect(model.sum == 15)
    }
  }

  @Test func theContextIsRememberedToo() {
    let model = withDependencies {
      $0.context = .live
    } operation: {
      Model()
    }
    #expect(model.number == 1)
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(model.number == 2)
    }
  }

  @Test func anIsolatedObjectStaysIsolated() {
    let apart = withDependencies {
      $0 = DependencyValues()
    } operation: {
      prepareDependencies { $0.number = 30 }
      return Model()
    }
    #expect(apart.number == 30)
    withDependencies {
      $0.optional = 1
    } operation: {
      #expect(apart.number == 30)
      #expect(apart.optional == 1)
    }
    withDependencies {
      $0 = DependencyValues()
    } operation: {
      #expect(apart.number == 30)
    }
    #expect(Model().number == 3)
  }

  @Test func anObjectWithoutOverridesFollowsIsolatedValues() {
    let model = Model()
    withDependencies {
      $0 = DependencyValues()
    } operation: {
      prepareDependencies { $0.number = 31 }
      #expect(model.number == 31)
    }
  }
}

extension DependencyValues {
  /// A getter that reads another dependency itself.
  fileprivate var sum: Int {
    @Dependency(\.number) var number
    return number + (optional ?? 0)
  }
}
