import AVAudioTypes
import AudioToolbox
import Foundation
import Synchronization
import Testing

/// Graphs of units that the test pulls: what is written down, what holds when, what is refused.
@Suite struct AUGraphTests {
    /// Two mixers that lead into a third, and that into the output.
    private struct Tree {
        let handle: GraphHandle
        let left: AUNode
        let right: AUNode
        let top: AUNode
        let output: AUNode

        init() throws {
            handle = try GraphHandle()
            left = try handle.addMixer()
            right = try handle.addMixer()
            top = try handle.addMixer()
            output = try handle.addOutput()
            try #require(AUGraphOpen(handle.graph) == noErr)
            for node in [left, right, top] { try handle.makeMono(node, inputs: 4) }
            try handle.makeMono(output, inputs: 1)
            #expect(handle.feed(left, bus: 0, 1) == noErr)
            #expect(handle.feed(left, bus: 1, 2) == noErr)
            #expect(handle.feed(right, bus: 0, 4) == noErr)
            #expect(handle.connect(left, top) == noErr)
            #expect(handle.connect(right, top, bus: 1) == noErr)
            #expect(handle.connect(top, output) == noErr)
        }

        var value: Float? { handle.render(output)?.last }
    }

    private func flag(_ call: (UnsafeMutablePointer<DarwinBoolean>) -> OSStatus) -> Bool? {
        var flag: DarwinBoolean = false
        return call(&flag) == noErr ? flag.boolValue : nil
    }

    // MARK: Life

    @Test func aGraphOpensGetsReadyRunsAndGoesBack() throws {
        let tree = try Tree()
        let graph = tree.handle.graph
        #expect(flag { AUGraphIsOpen(graph, $0) } == true)
        #expect(flag { AUGraphIsInitialized(graph, $0) } == false)
        #expect(AUGraphStart(graph) == kAudioUnitErr_Uninitialized)
        #expect(AUGraphInitialize(graph) == noErr)
        #expect(flag { AUGraphIsInitialized(graph, $0) } == true)
        #expect(AUGraphStart(graph) == noErr)
        #expect(tree.handle.isRunning())
        #expect(tree.value == 7)
        #expect(AUGraphStop(graph) == noErr)
        #expect(!tree.handle.isRunning())
        #expect(AUGraphUninitialize(graph) == noErr)
        #expect(flag { AUGraphIsInitialized(graph, $0) } == false)
        #expect(tree.value == nil)
        #expect(AUGraphInitialize(graph) == noErr)
        #expect(tree.value == 7)
        #expect(AUGraphClose(graph) == noErr)
        #expect(flag { AUGraphIsOpen(graph, $0) } == false)
        #expect(tree.handle.unit(tree.top) == nil)
        // Nodes and what feeds them are still there.
        var count: UInt32 = 0
        #expect(AUGraphGetNodeCount(graph, &count) == noErr && count == 4)
        #expect(AUGraphGetNumberOfInteractions(graph, &count) == noErr && count == 6)
    }

    @Test func aGraphThatIsClosedCannotGetReady() throws {
        let handle = try GraphHandle()
        _ = try handle.addOutput()
        #expect(AUGraphInitialize(handle.graph) == kAUGraphErr_InvalidAudioUnit)
    }

    @Test func whatIsNoGraphIsRefused() throws {
        var made: AUGraph?
        #expect(NewAUGraph(&made) == noErr)
        let graph = try #require(made)
        #expect(DisposeAUGraph(graph) == noErr)
        #expect(DisposeAUGraph(graph) == kAudio_ParamError)
        #expect(AUGraphOpen(graph) == kAudio_ParamError)
        #expect(AUGraphUpdate(graph, nil) == kAudio_ParamError)
    }

    @Test func aUnitThatDoesNotExistShowsWhenTheGraphOpens() throws {
        let handle = try GraphHandle()
        var description = GraphHandle.description(kAudioUnitType_Effect, 0x6E6F6E65)
        var node: AUNode = 0
        #expect(AUGraphAddNode(handle.graph, &description, &node) == noErr)
        #expect(AUGraphOpen(handle.graph) == kAUGraphErr_InvalidAudioUnit)
        #expect(AUGraphRemoveNode(handle.graph, node) == noErr)
        #expect(AUGraphOpen(handle.graph) == noErr)
        #expect(AUGraphAddNode(handle.graph, &description, &node) == kAUGraphErr_InvalidAudioUnit)
    }

    // MARK: Nodes

    @Test func nodesAreFoundByPlaceAndNumber() throws {
        let handle = try GraphHandle()
        let mixer = try handle.addMixer()
        let output = try handle.addOutput()
        var node: AUNode = 0
        #expect(AUGraphGetIndNode(handle.graph, 0, &node) == noErr && node == mixer)
        #expect(AUGraphGetIndNode(handle.graph, 1, &node) == noErr && node == output)
        #expect(AUGraphGetIndNode(handle.graph, 2, &node) == kAUGraphErr_NodeNotFound)
        var description = AudioComponentDescription()
        var unit: AudioUnit?
        #expect(AUGraphNodeInfo(handle.graph, mixer, &description, &unit) == noErr)
        #expect(description.componentSubType == kAudioUnitSubType_MultiChannelMixer && unit == nil)
        #expect(AUGraphOpen(handle.graph) == noErr)
        #expect(AUGraphNodeInfo(handle.graph, mixer, nil, &unit) == noErr && unit != nil)
        #expect(AUGraphRemoveNode(handle.graph, mixer) == noErr)
        #expect(AUGraphNodeInfo(handle.graph, mixer, nil, &unit) == kAUGraphErr_NodeNotFound)
        #expect(AUGraphRemoveNode(handle.graph, mixer) == kAUGraphErr_NodeNotFound)
        // A number is never used again.
        #expect(try handle.addMixer() > output)
    }

    @Test func aGraphHasOneOutputThatStaysWhileItRuns() throws {
        let tree = try Tree()
        var description = GraphHandle.description(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
        var node: AUNode = 0
        #expect(AUGraphAddNode(tree.handle.graph, &description, &node) == kAUGraphErr_OutputNodeErr)
        #expect(AUGraphInitialize(tree.handle.graph) == noErr)
        #expect(AUGraphStart(tree.handle.graph) == noErr)
        #expect(AUGraphRemoveNode(tree.handle.graph, tree.output) == kAUGraphErr_OutputNodeErr)
        #expect(AUGraphStop(tree.handle.graph) == noErr)
        #expect(AUGraphRemoveNode(tree.handle.graph, tree.output) == noErr)
        #expect(AUGraphStart(tree.handle.graph) == kAUGraphErr_OutputNodeErr)
        #expect(AUGraphStop(tree.handle.graph) == kAUGraphErr_OutputNodeErr)
    }

    // MARK: Connections

    @Test func inputsAndOutputsAreUsedOnceAndRingsAreRefused() throws {
        let tree = try Tree()
        let handle = tree.handle
        #expect(handle.connect(tree.left, tree.output) == kAUGraphErr_InvalidConnection)
        #expect(handle.connect(tree.left, tree.top, bus: 2) == kAUGraphErr_InvalidConnection)
        #expect(handle.feed(tree.top, bus: 0, 9) == kAUGraphErr_InvalidConnection)
        #expect(AUGraphDisconnectNodeInput(handle.graph, tree.output, 0) == noErr)
        #expect(handle.connect(tree.top, tree.left, bus: 2) == kAUGraphErr_InvalidConnection)
        #expect(handle.connect(tree.top, tree.top, bus: 2) == kAUGraphErr_InvalidConnection)
        #expect(AUGraphDisconnectNodeInput(handle.graph, tree.output, 0) == kAUGraphErr_InvalidConnection)
        #expect(handle.connect(tree.top, 99) == kAUGraphErr_NodeNotFound)
        #expect(handle.connect(99, tree.top, bus: 2) == kAUGraphErr_NodeNotFound)
        #expect(handle.feed(99, bus: 0, 1) == kAUGraphErr_NodeNotFound)
        #expect(AUGraphDisconnectNodeInput(handle.graph, 99, 0) == kAUGraphErr_NodeNotFound)
    }

    @Test func interactionsAreListedInTheirOrder() throws {
        let tree = try Tree()
        let graph = tree.handle.graph
        var interaction = AUNodeInteraction()
        #expect(AUGraphGetInteractionInfo(graph, 1, &interaction) == noErr)
        #expect(interaction.nodeInteractionType == kAUNodeInteraction_InputCallback)
        #expect(interaction.nodeInteraction.inputCallback.destNode == tree.left)
        #expect(interaction.nodeInteraction.inputCallback.destInputNumber == 1)
        #expect(
            interaction.nodeInteraction.inputCallback.cback.inputProcRefCon == UnsafeMutableRawPointer(bitPattern: 2))
        #expect(AUGraphGetInteractionInfo(graph, 4, &interaction) == noErr)
        #expect(interaction.nodeInteractionType == kAUNodeInteraction_Connection)
        let connection = interaction.nodeInteraction.connection
        #expect(connection.sourceNode == tree.right && connection.sourceOutputNumber == 0)
        #expect(connection.destNode == tree.top && connection.destInputNumber == 1)
        #expect(AUGraphGetInteractionInfo(graph, 6, &interaction) == kAudio_ParamError)

        var count: UInt32 = 0
        #expect(AUGraphCountNodeInteractions(graph, tree.top, &count) == noErr && count == 3)
        #expect(AUGraphCountNodeInteractions(graph, 99, &count) == kAUGraphErr_NodeNotFound)
        var room = [AUNodeInteraction](repeating: AUNodeInteraction(), count: 2)
        count = 2
        #expect(AUGraphGetNodeInteractions(graph, tree.top, &count, &room) == noErr && count == 2)
        #expect(room[1].nodeInteraction.connection.sourceNode == tree.right)
        #expect(AUGraphClearConnections(graph) == noErr)
        #expect(AUGraphGetNumberOfInteractions(graph, &count) == noErr && count == 0)
    }

    @Test func aBusThatDoesNotExistShowsWhenTheGraphGetsReady() throws {
        let tree = try Tree()
        #expect(tree.handle.feed(tree.left, bus: 600, 1) == noErr)
        #expect(AUGraphInitialize(tree.handle.graph) == kAudioUnitErr_InvalidElement)
        #expect(flag { AUGraphIsInitialized(tree.handle.graph, $0) } == false)
        #expect(AUGraphDisconnectNodeInput(tree.handle.graph, tree.left, 600) == noErr)
        #expect(AUGraphInitialize(tree.handle.graph) == noErr)
        #expect(tree.value == 7)
    }

    @Test func connectionsHandFormatsOn() throws {
        let handle = try GraphHandle()
        let mixer = try handle.addMixer()
        let output = try handle.addOutput()
        #expect(handle.connect(mixer, output) == noErr)
        #expect(AUGraphOpen(handle.graph) == noErr)
        try handle.makeMono(mixer, inputs: 1, rate: 32_000)
        #expect(AUGraphInitialize(handle.graph) == noErr)
        var format = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout.size(ofValue: format))
        let unit = try #require(handle.unit(output))
        #expect(
            AudioUnitGetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format, &size)
                == noErr)
        #expect(format.mSampleRate == 32_000 && format.mChannelsPerFrame == 1)
    }

    // MARK: Updates

    @Test func changesHoldTogetherFromTheUpdateOn() throws {
        let tree = try Tree()
        let handle = tree.handle
        #expect(AUGraphInitialize(handle.graph) == noErr)
        #expect(AUGraphStart(handle.graph) == noErr)
        #expect(tree.value == 7)
        #expect(AUGraphDisconnectNodeInput(handle.graph, tree.top, 1) == noErr)
        #expect(handle.feed(tree.left, bus: 1, 16) == noErr)
        #expect(tree.value == 7)
        #expect(try handle.update())
        #expect(tree.value == 17)
        // Nothing to do is done.
        #expect(try handle.update())
        #expect(AUGraphUpdate(handle.graph, nil) == noErr)
        #expect(tree.value == 17)
    }

    @Test func aNodeThatJoinsWhileTheGraphRunsIsHeardAfterTheUpdate() throws {
        let tree = try Tree()
        let handle = tree.handle
        #expect(AUGraphInitialize(handle.graph) == noErr)
        #expect(AUGraphStart(handle.graph) == noErr)
        let more = try handle.addMixer()
        try handle.makeMono(more, inputs: 1)
        #expect(handle.feed(more, bus: 0, 32) == noErr)
        #expect(handle.connect(more, tree.top, bus: 3) == noErr)
        #expect(tree.value == 7)
        #expect(try handle.update())
        #expect(tree.value == 39)
        #expect(AUGraphRemoveNode(handle.graph, more) == noErr)
        #expect(tree.value == 39)
        #expect(try handle.update())
        #expect(tree.value == 7)
    }

    @Test func anUpdateThatWouldChangeAFormatSaysSoAndTheRestHolds() throws {
        let tree = try Tree()
        let handle = tree.handle
        #expect(AUGraphInitialize(handle.graph) == noErr)
        let more = try handle.addMixer()
        try handle.makeMono(more, inputs: 1, rate: 44_100)
        #expect(handle.feed(more, bus: 0, 32) == noErr)
        #expect(handle.connect(more, tree.top, bus: 3) == noErr)
        #expect(handle.feed(tree.left, bus: 0, 8) == noErr)
        var isUpdated: DarwinBoolean = true
        #expect(AUGraphUpdate(handle.graph, &isUpdated) == kAudioUnitErr_Initialized)
        #expect(isUpdated == false)
        #expect(tree.value == 14)
    }

    @Test func aGraphThatIsNotReadyHasNothingToUpdate() throws {
        let tree = try Tree()
        #expect(try !tree.handle.update())
        #expect(AUGraphInitialize(tree.handle.graph) == noErr)
        #expect(try tree.handle.update())
    }

    // MARK: The render thread

    /// A graph that a render callback calls.
    private final class Caller: @unchecked Sendable {
        let graph: AUGraph
        var update = noErr
        var count: UInt32 = 0
        init(_ graph: AUGraph) { self.graph = graph }
    }

    @Test func renderCallbacksMayLookAtTheGraphAndNotChangeIt() throws {
        let tree = try Tree()
        let caller = Caller(tree.handle.graph)
        var callback = AURenderCallbackStruct(
            inputProc: { context, _, _, _, _, _ in
                let caller = Unmanaged<Caller>.fromOpaque(context).takeUnretainedValue()
                caller.update = AUGraphUpdate(caller.graph, nil)
                return AUGraphGetNodeCount(caller.graph, &caller.count)
            }, inputProcRefCon: Unmanaged.passUnretained(caller).toOpaque())
        #expect(AUGraphSetNodeInputCallback(tree.handle.graph, tree.left, 0, &callback) == noErr)
        #expect(AUGraphInitialize(tree.handle.graph) == noErr)
        _ = tree.value
        #expect(caller.update == kAUGraphErr_CannotDoInCurrentContext)
        #expect(caller.count == 4)
    }

    @Test func notifiesAreCalledAroundEachBlockUntilTheyAreRemoved() throws {
        final class Heard: @unchecked Sendable { var flags: [UInt32] = [] }
        let heard = Heard()
        let context = Unmanaged.passUnretained(heard).toOpaque()
        let notify: AURenderCallback = { context, flags, _, _, _, _ in
            Unmanaged<Heard>.fromOpaque(context).takeUnretainedValue().flags.append(flags.pointee.rawValue)
            return noErr
        }
        let tree = try Tree()
        let graph = tree.handle.graph
        #expect(AUGraphAddRenderNotify(graph, notify, context) == noErr)
        #expect(AUGraphInitialize(graph) == noErr)
        _ = tree.value
        let before = AudioUnitRenderActionFlags.unitRenderAction_PreRender.rawValue
        let after = AudioUnitRenderActionFlags.unitRenderAction_PostRender.rawValue
        #expect(heard.flags == [before, after])
        // The units are others after the graph was closed; the listeners are the same.
        #expect(AUGraphClose(graph) == noErr && AUGraphOpen(graph) == noErr && AUGraphInitialize(graph) == noErr)
        _ = tree.value
        #expect(heard.flags.count == 4)
        #expect(AUGraphRemoveRenderNotify(graph, notify, context) == noErr)
        #expect(AUGraphRemoveRenderNotify(graph, notify, context) == kAudio_ParamError)
        _ = tree.value
        #expect(heard.flags.count == 4)
    }

    /// Two inputs change together again and again while another thread renders: no block hears one of them alone.
    @Test func noBlockHearsHalfAnUpdate() throws {
        final class Job: @unchecked Sendable {
            let tree: Tree
            let isDone = Atomic(false)
            let ended = DispatchSemaphore(value: 0)
            var heard: Set<Float?> = []
            init(_ tree: Tree) { self.tree = tree }
        }
        let tree = try Tree()
        #expect(AUGraphInitialize(tree.handle.graph) == noErr)
        let job = Job(tree)
        #expect(job.tree.value == 7)
        let thread = Thread {
            while !job.isDone.load(ordering: .acquiring) {
                job.heard.formUnion(Set(job.tree.handle.render(job.tree.output) ?? []))
            }
            job.ended.signal()
        }
        thread.start()
        for round in 0..<2000 {
            let isOdd = round % 2 == 1
            // 2 and 4 become 20 and 40 and back.
            #expect(tree.handle.feed(tree.left, bus: 1, isOdd ? 2 : 20) == noErr)
            #expect(tree.handle.feed(tree.right, bus: 0, isOdd ? 4 : 40) == noErr)
            #expect(AUGraphUpdate(tree.handle.graph, nil) == noErr)
        }
        job.isDone.store(true, ordering: .releasing)
        job.ended.wait()
        #expect(job.heard.isSubset(of: [7, 61]))
    }
}
