import Synchronization

/// The person who chooses items of the library for a program of a simulated device.
package final class MediaPerson: Sendable {
    /// Chooses: takes the prompt and the titles that are offered, and gives those that are picked; nil cancels.
    package typealias Choose = @Sendable (_ prompt: String?, _ titles: [String]) -> [String]?

    private let choose = Mutex<Choose?>(nil)

    package init() {}

    /// The answer to pickers; nil while the person does not look at them.
    package var answer: Choose? {
        get { choose.withLock { $0 } }
        set { choose.withLock { $0 = newValue } }
    }
}
