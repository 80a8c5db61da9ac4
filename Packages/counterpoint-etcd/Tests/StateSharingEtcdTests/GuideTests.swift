import DependencyInjection
import Foundation
import StateSharing
@_spi(Internals) import StateSharingEtcd
import Testing

extension SharedKey where Self == EtcdKey<Int>.Default {
  static var visits: Self {
    Self[.etcd("visits", resolve: { base, mine, theirs in (theirs ?? 0) + mine - (base ?? 0) }), default: 0]
  }
}

/// The code of the guide "Share state between machines".
@Suite struct GuideTests {
  @Test func theClusterIsADependency() async throws {
    let cluster = EtcdCluster.inMemory(prefix: "guide/")
    try await withDependencies {
      $0.etcd = cluster
    } operation: {
      @Shared(.visits) var visits
      $visits.withLock { $0 += 1 }
      try await $visits.save()
    }
    #expect(cluster.memory?.value(of: "guide/visits") == Data("1".utf8))
  }

  @Test func aProgramPreparesItsCluster() async {
    await #expect(processExitsWith: .success) {
      let cluster = EtcdCluster.inMemory()
      prepareDependencies {
        $0.etcd = cluster
      }
      exit(DependencyValues._current.etcd === cluster ? 0 : 1)
    }
  }

  @Test func anAddressGoesWithItsProcess() async throws {
    try await withDependencies {
      $0.etcd = .inMemory()
    } operation: {
      @Shared(.etcd("workers/\(ProcessInfo.processInfo.processIdentifier)", lease: .seconds(10))) var address = ""
      $address.withLock { $0 = "10.0.0.1:8080" }
      try await $address.save()
    }
  }

  @Test func twoProgramsShareOneMemory() async throws {
    let memory = InMemoryEtcd()
    let (mine, theirs) = (EtcdCluster.inMemory(memory), EtcdCluster.inMemory(memory))
    memory.loseAnswers()
    @Shared(.etcd("text", cluster: mine)) var text = ""
    try await $text.withTransaction { $0 = "hello" }
    @Shared(.etcd("text", cluster: theirs)) var other = ""
    try await $other.load()
    #expect(other == "hello")
  }
}
