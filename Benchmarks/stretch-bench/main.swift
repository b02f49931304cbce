// Time stretching: ours beside Rubber Band and SoundTouch, speed and quality.
//
//   Scripts/bench stretch-bench
import CStretchPeers

Table.run()
