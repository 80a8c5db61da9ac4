public import Counterpoint
public import StateSharingEtcd

extension SharedKey where Self == EtcdKey<Stats>.Default {
  /// The stats in an etcd cluster, which programs on several machines may have open. The changes of all add up.
  ///
  /// - Parameters:
  ///   - name: The name of the stats in the cluster.
  ///   - cluster: The cluster; by default that of the environment.
  public static func stats(named name: String, in cluster: EtcdCluster? = nil) -> Self {
    let key = EtcdKey<Stats>.etcd(name, cluster: cluster) { base, mine, theirs in
      mine.merged(with: theirs ?? Stats(), since: base ?? Stats())
    }
    return Self[key, default: Stats()]
  }
}

extension Stats {
  /// Returns the stats after the changes of two programs.
  ///
  /// - Parameters:
  ///   - theirs: The stats of the other program.
  ///   - base: The stats from which both have begun.
  func merged(with theirs: Stats, since base: Stats) -> Stats {
    let count = theirs.count + count - base.count
    return Stats(
      count: count,
      maxCount: max(maxCount, theirs.maxCount, count),
      minCount: min(minCount, theirs.minCount, count),
      numberOfCounts: theirs.numberOfCounts + numberOfCounts - base.numberOfCounts
    )
  }
}
