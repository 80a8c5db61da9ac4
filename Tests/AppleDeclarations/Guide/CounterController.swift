import Counterpoint
import PrimeTime
import UIKit

/// The counter in UIKit. The observation ends with the controller.
final class CounterController: UIViewController {
  private let store: StoreOf<CounterFeature>
  private let label = UILabel()
  private var observation: ObserveToken?

  init(store: StoreOf<CounterFeature>) {
    self.store = store
    super.init()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    observation = observe { [weak self] in
      guard let self else { return }
      label.text = "\(store.count)"
    }
  }
}
