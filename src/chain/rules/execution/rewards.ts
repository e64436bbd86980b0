// The reward of the miner of a block.
// Source: Chainweb/MinerReward.hs (blockMinerReward); consensus reference, section 6.1.
import { countLeading } from '../../../base/sorted.ts';
import { lazily } from '../../../base/deferred.ts';
import { type Network, graphAt } from '../network.ts';

/** `main`: the table of existing networks. Custom rows must be in ascending order of heights. */
export type RewardTable = 'main' | readonly RewardRow[];

const mainTable = lazily(mainRewards);

/**
 * In units of 10^-12 of the coin: the share of one chain in the reward of the height, rounded half to even. Above
 * the last row it is 0.
 */
export function minerReward(
  network: Pick<Network, 'graphs' | 'execution'>,
  height: number,
): bigint {
  const { rewards } = network.execution;
  const row = firstUpTo(rewards === 'main' ? mainTable() : rewards, height);
  return row === undefined
    ? 0n
    : divideHalfEven(row.reward, BigInt(graphAt(network, height).order));
}

/** Coins as a decimal without trailing zeros: `2.304523`, `0`. */
export function coinText(units: bigint): string {
  const digits = units.toString().padStart(13, '0');
  const fraction = digits.slice(-12).replace(/0+$/, '');
  return `${digits.slice(0, -12)}${fraction === '' ? '' : `.${fraction}`}`;
}

function firstUpTo(rows: readonly RewardRow[], height: number): RewardRow | undefined {
  return rows[countLeading(rows.length, (i) => (rows[i]?.upTo ?? 0) < height)];
}

/** Only for numbers that are not negative. */
function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = 2n * (dividend - quotient * divisor);
  const isUp = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}

// The total reward by block height on existing networks: it falls every three months, for about 120 years. The values
// are facts of these networks and follow from no formula.
// Source: rewards/miner_rewards.csv, Chainweb/MinerReward.hs; consensus reference, section 6.1. The digests in
// tests/unit/chain/rules/execution/rewards.test.ts are those of the whole table.

/** The reward of all chains together at the heights up to this one. */
export type RewardRow = {
  readonly upTo: number;
  /** In units of 10^-12 of the coin. */
  readonly reward: bigint;
};

const heightsPerRow = 87_600;
const stepRows = 1433;
/** The reward of the first row, in units of 10^-5 of the coin. */
const firstReward = 2304523;

/** The difference of each row to the one before: three base-36 digits each. Later rows are equal. */
const falls = `
54l54553h53452f52151e50z50c4zy4zb4yw4ya4xv4x94wu4w84vu4v74uu4u64tu4t64su4s64rv4r54qw4q54px4p64oy
4o64nz4n84mz4ma4m14lb4l24kd4k44jf4j64ih4i84hk4h94go4gb4fq4fe4eu4eg4dx4dj4d14cm4c44bq4b84at4ac49x
49g49148l48447q47846v46d45z45i45444n44943t43d42z42i42541o41a40u40g3zz3zn3z53yu3ya3y13xh3x63wp3wd
3vv3vk3v23ur3u93tz3tg3t63so3sd3rw3rl3r43qs3qd3pz3pm3p73ou3of3o33no3nb3mx3mk3m53lt3lf3l13kp3ka3jy
3jk3j73iu3ig3i43hq3hd3h13gm3gc3fw3fm3f63ex3eg3e83dq3dj3d13ct3cd3c33bp3bd3b13ao3ac3a039n39c38y38o
38a37z37m37c36x36p36836235k35f34w34r34934433l33i32x32v32932931m31n30y31130b30f2zo2zs2z32z52yg2yk
2xt2xz2x62xd2wl2wr2vz2w52ve2vk2ur2v02u52ue2tl2ts2t02t72sg2sl2rv2s12r92rh2qp2qw2q42qc2pj2pt2oy2p8
2of2on2nv2o42na2nl2mq2n12m62mi2lm2ly2l32lf2kj2kw2k02kd2jg2ju2iy2ja2if2is2hv2ia2hd2hq2gv2h82gc2gp
2fu2g72fc2fo2eu2f62ec2eo2du2e72db2dp2cu2d72cc2cq2bu2c92bc2bs2au2bc2ac2au29w2ac29g29u29029c28k28v
28328f27l27z27527i26p27126926k25t26425d25o24w25924f24u23z24d23k23x23523h22p23122a22m21u22721e21s
20y21e20i20z20320k1zo2051z91zq1yu1zc1yf1yw1y21yh1xn1y21x91xo1wu1xa1wf1ww1w11wi1vm1w51v71vr1uu1vc
1ug1uz1u11um1tn1u81ta1tu1sw1th1si1t41s41sr1rq1se1rd1s11qz1ro1qm1rb1q91qy1pv1qm1pi1q91p51px1or1pl
1oe1p91o11ow1np1oj1nd1o61n11nt1mp1nh1md1n41m11ms1lp1mg1lc1m51l01lt1kn1li1kb1l71jy1kw1jm1kk1jb1k8
1j01jw1io1jl1ic1jb1hz1j11hn1iq1hb1if1h11i31gp1ht1ge1hi1g21h81fr1gx1fg1gm1f51gc1eu1g11ek1fp1eb1fd
1e11f31dq1et1df1ej1d41e91cu1dy1ck1do1ca1de1bz1d41bq1ct1bg1cj1b61ca1av1c11ak1bs1aa1bi1a11b819r1ay
19i1ap1971ag18y1a618p19w18g19m18819b18019117r18s17h18k17718b16y18216p17t16g17l16617c15x17415n16w
15e16o15416g14v16814m15z14e15q14615h13y15813q15013h14s13814k13014b12t14212l13t12e13k12713b11z134
11q12w11j12n11b12g11312810v12010n11t10f11m10611f0zy1180zq1110zi10t0zb10m0z310e0yw1070yp0zy0yj0zr
0yb0zj0y50zb0xy0z40xr0yw0xl0yo0xe0yi0x60yb0wz0y40ws0xy0wk0xr0we0xj0w80xc0w10x60vt0x00vm0wu0ve0wo
0v80wh0v10wa0uv0w40uo0vx0ui0vq0uc0vk0u50ve0ty0v80tr0v30tk0uw0tf0up0t90ui0t40ub0sy0u50ss0ty0sn0tr
0si0tk0sc0tf0s50ta0ry0t40rt0sy0rm0st0rg0sn0rb0sg0r60sa0r00s50qt0s10qm0rw0qg0rq0qb0rk0q60re0q00r9
0pu0r40po0qz0pj0qt0pd0qo0p80qi0p30qd0ox0q80os0q20on0px0oh0pt0ob0po0o50pk0nz0pf0nu0pa0np0p50nk0oz
0ng0ou0na0oq0n40om0mz0oh0mt0od0mo0o80mk0o20mg0nw0mc0ns0m60nn0m20ni0ly0nc0lu0n70lq0n20ll0my0lg0mt
0lc0mo0l80mj0l30mf0kz0ma0ku0m70ko0m30kk0ly0kg0lt0kc0lp0k70ll0k30lg0jz0lc0ju0l80jq0l40jl0l00jh0kw
0jd0kr0j90kn0j50kj0j10ke0iy0k90iu0k50ir0k00in0jw0ij0js0ig0jn0ic0jj0i90je0i60j90i30j50hz0j10hv0iy
0hq0iv0hm0is0hh0ip0hd0il0ha0ig0h70id0h30i80h10i40gx0i00gu0hw0gq0ht0gn0ho0gl0hj0gi0hg0ge0hd0ga0h9
0g70h60g30h30fz0h00fv0gx0fs0gt0fp0gp0fm0gm0fi0gj0ff0gg0fb0gc0f90g80f60g50f20g20ez0fz0ew0fv0et0fs
0eq0fp0em0fm0ek0fi0eh0fe0ef0fb0eb0f90e70f60e50f20e20ez0dz0ex0dv0eu0ds0er0dq0en0dn0el0dj0ej0dg0ef
0de0ec0db0ea0d70e80d30e60d00e30cy0dz0cw0dw0ct0du0cp0ds0cm0dq0cj0dn0cg0dk0ce0dh0cc0de0c90db0c70d8
0c50d50c20d30bz0d00bx0cx0bv0cu0bs0cs0bq0cp0bn0cn0bk0cl0bh0cj0be0ch0bc0ce0b90cc0b60ca0b40c70b20c4
0b00c20ax0c00au0by0as0bv0aq0bt0an0br0al0bo0aj0bm0ag0bk0ae0bi0ab0bg0a90bd0a70bc0a30bb0a00b909y0b7
09v0b609s0b409q0b109p0ay09n0aw09l0au09j0ar09i0ao09h0al09f0aj09d0ah09b0ae09a0ac0970ab0950a80940a5
0930a20920a008z09z08x09w08w09u08u09s08s09q08q09o0420e908l09m08j09k08h09i08f09g08e09e08c09b08c098
08b09508a09308809208608z08608w08408v08208u07z08t07x08r07w08p07u08n07t08l07r08k07p08i07n08h02h
`.replaceAll('\n', '');

const lastRows: readonly RewardRow[] = [
  { upTo: 125_538_055, reward: 1_000_000_000_000n },
  { upTo: 125_538_056, reward: 23_999_333_000n },
  { upTo: 125_538_057, reward: 0n },
];

/** In ascending order of heights. Above the last row the reward is 0. */
export function mainRewards(): readonly RewardRow[] {
  const rows: RewardRow[] = [];
  let reward = firstReward;
  for (let i = 0; i < stepRows; i++) {
    if (i > 0) reward -= Number.parseInt(falls.slice(3 * (i - 1), 3 * i) || '0', 36);
    rows.push({ upTo: heightsPerRow * (i + 1), reward: BigInt(reward) * 10_000_000n });
  }
  return [...rows, ...lastRows];
}
