import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph

// The C functions that start, stop and update a graph.

/// Starts the output unit, and with it the graph.
///
/// A graph whose output unit is `kAudioUnitSubType_GenericOutput` is pulled by the program, and counts as running.
///
/// - Returns: `kAUGraphErr_OutputNodeErr` without an output unit, `kAudioUnitErr_Uninitialized` if the graph is not
///   initialised, else the error of the session or the hardware.
@discardableResult
public func AUGraphStart(_ inGraph: AUGraph) -> OSStatus {
    var output: UnitInstance?
    let status = GraphObject.with(inGraph) { _, state in
        guard let node = state.output else { return kAUGraphErr_OutputNodeErr }
        guard state.isInitialized, let unit = node.unit else { return kAudioUnitErr_Uninitialized }
        if unit.unit.backing?.hardware == nil { state.isStarted = true } else { output = unit }
        return noErr
    }
    guard status == noErr, let output else { return status }
    // The session is called with no lock held.
    return AudioOutputUnitStart(output.handle)
}

/// Stops the output unit; the last block has been rendered when this returns.
///
/// Inside a callback of the graph it returns at once, and no further callback is made.
///
/// - Returns: `kAUGraphErr_OutputNodeErr` without an output unit; `kAUGraphErr_CannotDoInCurrentContext` inside a
///   callback while another thread holds the graph's lock.
@discardableResult
public func AUGraphStop(_ inGraph: AUGraph) -> OSStatus {
    var output: UnitInstance?
    let status = GraphObject.with(inGraph, changes: false) { _, state in
        guard let node = state.output else { return kAUGraphErr_OutputNodeErr }
        state.isStarted = false
        if node.unit?.unit.backing?.hardware != nil { output = node.unit }
        return noErr
    }
    guard status == noErr, let output else { return status }
    return AudioOutputUnitStop(output.handle)
}

/// Returns whether the graph runs; one that an interruption stopped does not.
@discardableResult
public func AUGraphIsRunning(_ inGraph: AUGraph, _ outIsRunning: UnsafeMutablePointer<DarwinBoolean>) -> OSStatus {
    GraphObject.look(inGraph) { state in
        outIsRunning.pointee = DarwinBoolean(state.isRunning)
        return noErr
    }
}

/// Applies all changes since the last update together, between two blocks, and initialises units that are newly
/// connected.
///
/// A graph that is not initialised has nothing to update: `AUGraphInitialize` applies its changes.
///
/// - Parameter outIsUpdated: Receives whether all changes are applied: false if a block is being rendered, after which
///   the call can be repeated. If it is nil, the call waits for that block instead.
/// - Returns: The first error of a unit, such as `kAudioUnitErr_Initialized` if a connection would change the format of
///   an initialised unit.
@discardableResult
public func AUGraphUpdate(_ inGraph: AUGraph, _ outIsUpdated: UnsafeMutablePointer<DarwinBoolean>?) -> OSStatus {
    GraphObject.with(inGraph) { graph, state in
        var status = noErr
        if state.isInitialized, state.isOutdated {
            status = graph.gate.shut(waits: outIsUpdated == nil) { graph.arrange(&state) } ?? noErr
        }
        outIsUpdated?.pointee = DarwinBoolean(!state.isOutdated)
        return status
    }
}

// MARK: - Notifications and load

/// Adds a function that is called before and after each block of the graph, on the render thread.
///
/// - Parameter inRefCon: The pointer passed to the function; nil for the output unit.
/// - Returns: `kAudioUnitErr_CannotDoInCurrentContext` if the output unit has 16 already.
@discardableResult
public func AUGraphAddRenderNotify(
    _ inGraph: AUGraph, _ inCallback: @escaping AURenderCallback, _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    GraphObject.with(inGraph) { _, state in
        if let unit = state.output?.unit {
            let status = AudioUnitAddRenderNotify(unit.handle, inCallback, inRefCon)
            if status != noErr { return status }
        }
        state.notifies.append(GraphObject.Notify(proc: inCallback, context: inRefCon))
        return noErr
    }
}

/// Removes a function that was added with the same context.
///
/// - Returns: -50 if there is no such function.
@discardableResult
public func AUGraphRemoveRenderNotify(
    _ inGraph: AUGraph, _ inCallback: @escaping AURenderCallback, _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    GraphObject.with(inGraph) { _, state in
        let address = unsafeBitCast(inCallback, to: UInt.self)
        let place = state.notifies.firstIndex {
            unsafeBitCast($0.proc, to: UInt.self) == address && $0.context == inRefCon
        }
        guard let place else { return kAudio_ParamError }
        state.notifies.remove(at: place)
        guard let unit = state.output?.unit else { return noErr }
        return AudioUnitRemoveRenderNotify(unit.handle, inCallback, inRefCon)
    }
}

/// Returns the render time as a share of the available time, since the output unit was made: 1 is all of it.
///
/// It is 0 before the first block, and if the program pulls the graph.
@discardableResult
public func AUGraphGetCPULoad(_ inGraph: AUGraph, _ outAverageCPULoad: UnsafeMutablePointer<Float32>) -> OSStatus {
    GraphObject.look(inGraph) { state in
        outAverageCPULoad.pointee = Float32(state.load.share)
        return noErr
    }
}

/// Returns the largest share of its duration that rendering a block took, since the output unit was made.
@discardableResult
public func AUGraphGetMaxCPULoad(_ inGraph: AUGraph, _ outMaxLoad: UnsafeMutablePointer<Float32>) -> OSStatus {
    GraphObject.look(inGraph) { state in
        let load = state.load
        let block = Double(load.heardNanoseconds) / Double(max(load.blockCount, 1))
        outMaxLoad.pointee = block > 0 ? Float32(Double(load.longestNanoseconds) / block) : 0
        return noErr
    }
}

extension GraphObject.State {
    fileprivate var load: Load { output?.unit?.unit.backing?.hardware?.counts.load ?? Load() }
}
