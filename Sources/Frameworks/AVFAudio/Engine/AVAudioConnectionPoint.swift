import Foundation

/// A bus of a node: one end of a connection.
open class AVAudioConnectionPoint: NSObject, @unchecked Sendable {
    private weak var end: AVAudioNode?
    private let number: AVAudioNodeBus

    /// Names a bus of a node.
    ///
    /// - Parameters:
    ///   - node: Held weakly.
    ///   - bus: An output bus of a source, an input bus of a destination.
    public init(node: AVAudioNode, bus: AVAudioNodeBus) {
        end = node
        number = bus
        super.init()
    }

    /// The node; nil when it is gone.
    open weak var node: AVAudioNode? { end }

    /// The number of the bus.
    open var bus: AVAudioNodeBus { number }
}
